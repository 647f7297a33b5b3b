// The buttons of a game. Which ones make sense, `panels.rs` decides the same way.

const SURE = 4000;
/** What cannot be undone is asked twice. */
const ASKS_AGAIN = { resign: "Really resign?", abort: "Really call off?" };

export class Controls {
  #form;
  #data;
  #state = null;

  /** `act(path, body)` does something in the game. */
  constructor(form, data, act) {
    this.#form = form;
    this.#data = data;
    form.addEventListener("click", (event) => {
      // A double click is one press of somebody who is used to double clicks.
      if (event.detail > 1 && ASKS_AGAIN[event.target.dataset.action]) event.preventDefault();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = event.submitter;
      if (!button || !this.#sure(button)) return;
      const [path, body] = this.#request(button.dataset.action);
      button.disabled = true;
      Promise.resolve(act(path, body)).finally(() => (button.disabled = false));
    });
  }

  #sure(button) {
    const question = ASKS_AGAIN[button.dataset.action];
    if (!question || button.dataset.sure) return true;
    const label = button.textContent;
    button.dataset.sure = "1";
    button.textContent = question;
    button.classList.add("danger");
    setTimeout(() => {
      delete button.dataset.sure;
      button.textContent = label;
      button.classList.remove("danger");
    }, SURE);
    return false;
  }

  #request(action) {
    if (action === "resign" || action === "abort") return [action, {}];
    if (action === "withdraw") return [`offers/${this.#asking()}`, { answer: "decline" }];
    const [, answer, kind] = /^(?:(accept|decline)-)?(.*)$/.exec(action);
    return [`offers/${kind}`, { answer: answer ?? "offer" }];
  }

  /** What this browser offers. */
  #asking() {
    const { offers, you } = this.#state;
    const kinds = { draw: "draw", take_back: "take-back", rematch: "rematch" };
    const open = Object.keys(kinds).find((kind) => offers[kind] && you.includes(offers[kind]));
    return open && kinds[open];
  }

  /** Shows the buttons that make sense now. */
  show(state) {
    this.#state = state;
    const { you, offers, status, ply, next } = state;
    const { people, begins } = this.#data;
    const seated = you.length > 0;
    const playing = seated && status === "playing";
    const sameScreen = you.length === 2;
    const computer = [state.first, state.second].some(({ kind }) => kind === "computer");
    const moved = (side) => ply > (begins === (side === "first" ? 0 : 1) ? 0 : 1);
    const begun = computer ? you.every(moved) && seated : moved("first") && moved("second");
    const asked = (kind) => Boolean(offers[kind]) && !you.includes(offers[kind]);
    const over = seated && status === "finished" && !next;
    const shown = {
      "accept-draw": playing && asked("draw"),
      "decline-draw": playing && asked("draw"),
      "accept-take-back": playing && asked("take_back"),
      "decline-take-back": playing && asked("take_back"),
      "accept-rematch": over && asked("rematch"),
      "decline-rematch": over && asked("rematch"),
      rematch: over && !offers.rematch,
      "take-back": playing && !offers.take_back && (sameScreen ? ply > 0 : you.some(moved)),
      draw: playing && begun && !computer && !offers.draw,
      abort: seated && (status === "waiting" || status === "playing") && !begun,
      resign: playing && begun,
      // Against a person it would not be fair.
      hint: playing && !people && you.includes(state.to_move),
      withdraw: seated && Boolean(this.#asking()),
    };
    for (const button of this.#form.querySelectorAll("[data-action]")) {
      button.hidden = !shown[button.dataset.action];
    }
    // At one screen and against the computer nobody has to be asked.
    const takeBack = this.#form.querySelector('[data-action="take-back"]');
    takeBack.textContent = people && !sameScreen && !computer ? "Ask to take back" : "Take back";
  }
}
