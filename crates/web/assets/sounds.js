// A few short sounds, generated on the spot. They are off by default.

import * as settings from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Notes of each sound: pitch in hertz, start and length in seconds. */
const SOUNDS = {
  move: [[330, 0, 0.07]],
  offer: [
    [523, 0, 0.09],
    [659, 0.1, 0.12],
  ],
  begin: [
    [392, 0, 0.1],
    [523, 0.11, 0.16],
  ],
  end: [
    [523, 0, 0.12],
    [392, 0.13, 0.12],
    [330, 0.26, 0.25],
  ],
};

/**
 * Plays a sound, if sounds are on.
 * @param {keyof typeof SOUNDS} name
 */
export function sound(name) {
  if (!settings.get("sounds")) return;
  try {
    context ??= new AudioContext();
    for (const [pitch, start, length] of SOUNDS[name]) tone(context, pitch, start, length);
  } catch {
    // A browser without sound stays quiet.
  }
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} delay
 * @param {number} length
 */
function tone(context, pitch, delay, length) {
  const start = context.currentTime + delay;
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.18, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
