// Sentences about a game, as `panels.rs` writes them.

/** Who won. */
export function result(state, { sides }) {
  if (state.status === "aborted") return "The game was called off.";
  if (state.outcome === "draw") return "A draw.";
  const index = state.outcome === "first" ? 0 : 1;
  const you = state.you.length === 1 ? state.you[0] : null;
  if (you) return you === state.outcome ? "You won!" : "You lost.";
  return `${sides[index]} won.`;
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
