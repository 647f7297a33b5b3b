// Sentences about a game, as `panels.rs` writes them.

/** Who won and why, as it is told to a player. */
export function result(state, data) {
  const you = state.you.length === 1 ? state.you[0] : null;
  if (state.outcome && state.outcome !== "draw" && you) {
    return `${you === state.outcome ? "You won" : "You lost"}: ${state.reason}.`;
  }
  return `${statusText(state, data)}.`;
}

/** How the game stands. */
export function statusText(state, { sides }) {
  const name = (side) => sides[side === "first" ? 0 : 1];
  if (state.status === "waiting") return "Waiting for an opponent";
  if (state.status === "aborted") return "The game was called off";
  if (state.outcome) {
    const won = state.outcome === "draw" ? "A draw" : `${name(state.outcome)} won`;
    return `${won}: ${state.reason}`;
  }
  return `${name(state.to_move)} to move`;
}
