// A few short sounds, made on the spot. Off unless somebody wants them.

import * as settings from "./settings.js";

let context = null;

/** Notes of each sound: pitch in hertz, when and how long in seconds. */
const SOUNDS = {
  move: [[330, 0, 0.07]],
  offer: [[523, 0, 0.09], [659, 0.1, 0.12]],
  begin: [[392, 0, 0.1], [523, 0.11, 0.16]],
  end: [[523, 0, 0.12], [392, 0.13, 0.12], [330, 0.26, 0.25]],
};

/** Plays a sound, if sounds are on. */
export function sound(name) {
  if (!settings.get("sounds") || !SOUNDS[name]) return;
  try {
    context ??= new AudioContext();
    for (const [pitch, after, length] of SOUNDS[name]) tone(pitch, context.currentTime + after, length);
  } catch {
    // A browser without sound is a quiet one.
  }
}

function tone(pitch, start, length) {
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
