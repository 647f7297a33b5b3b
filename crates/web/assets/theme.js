// Sets the colours before the page is shown, so that nothing flashes. A classic script:
// modules run too late for this.
(() => {
  try {
    const theme = localStorage.getItem("cairn.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    const size = Number(localStorage.getItem("cairn.size")) || 100;
    document.documentElement.style.setProperty("--board-size", String(size / 100));
    document.documentElement.dataset.boards = localStorage.getItem("cairn.boards") ?? "plain";
  } catch {
    // Without storage, the colours follow the system.
  }
  document.documentElement.dataset.script = "on";
  // The second click of a double click may land on another page than the first: it follows
  // no link there.
  const ignoreSecond = (/** @type {MouseEvent} */ event) => {
    const onLink = event.target instanceof Element && event.target.closest("a");
    if (event.detail > 1 && onLink) event.preventDefault();
  };
  document.addEventListener("click", ignoreSecond, true);
  // A form that is pressed twice is sent once. Forms that a script handles look after themselves.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "1";
    setTimeout(() => delete form.dataset.sent, 3000);
  });
})();
