// Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system").

/** @typedef {{ rating: number, deviation: number, volatility: number }} Rated */
/** @typedef {{ rating: number, deviation: number, score: number }} Result Opponent, and 1 for a win, 0 for a loss. */

/** Points of a rating per unit of the internal scale. */
const SCALE = 173.7178;
/** Rating at the zero of the internal scale. It cancels out, because only differences count. */
const ZERO = 1500;
/** Change of the volatility below which its iteration ends. */
const PRECISION = 1e-6;

/** Weight of a result against an opponent with this deviation. @param {number} phi */
const weight = (phi) => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/**
 * Returns the rating after a period with some results.
 * @param {Rated} player
 * @param {Result[]} results
 * @param {number} tau Constraint on the change of the volatility.
 * @returns {Rated}
 */
export function rate({ rating, deviation, volatility }, results, tau = 0.5) {
  const mu = (rating - ZERO) / SCALE;
  const phi = deviation / SCALE;
  let [information, surprise] = [0, 0];
  for (const result of results) {
    const g = weight(result.deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mu - (result.rating - ZERO) / SCALE)));
    information += g * g * expected * (1 - expected);
    surprise += g * (result.score - expected);
  }
  if (!results.length) return { rating, deviation: Math.hypot(phi, volatility) * SCALE, volatility };
  const variance = 1 / information;
  const sigma = newVolatility(volatility, variance * surprise, phi, variance, tau);
  const newPhi = 1 / Math.sqrt(1 / (phi * phi + sigma * sigma) + information);
  return {
    rating: (mu + newPhi * newPhi * surprise) * SCALE + ZERO,
    deviation: newPhi * SCALE,
    volatility: sigma,
  };
}

/**
 * Solves the equation of the volatility by the Illinois method.
 * @param {number} volatility
 * @param {number} delta Estimated improvement of the rating.
 * @param {number} phi
 * @param {number} variance
 * @param {number} tau
 */
function newVolatility(volatility, delta, phi, variance, tau) {
  const start = Math.log(volatility * volatility);
  const f = (/** @type {number} */ x) => {
    const spread = phi * phi + variance + Math.exp(x);
    return (Math.exp(x) * (delta * delta - spread)) / (2 * spread * spread) - (x - start) / (tau * tau);
  };
  let low = start;
  let high = Math.log(delta * delta - phi * phi - variance);
  if (!(delta * delta > phi * phi + variance)) {
    high = start - tau;
    while (f(high) < 0) high -= tau;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
