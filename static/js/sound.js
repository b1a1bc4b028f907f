// @ts-check
/** A short chime for news, where the person switched sound on; never the only cue. Made from two tones, so nothing is fetched. */

/** @type {AudioContext | null} */
let audio = null;

/** Browsers stay silent until the page was touched; then this does nothing. */
export async function chime() {
  audio ??= new AudioContext();
  await audio.resume();
  if (audio.state !== "running") return;
  [[660, 0], [880, 0.14]].forEach(([pitch, after]) => tone(/** @type {AudioContext} */ (audio), pitch, after));
}

/** @param {AudioContext} context @param {number} pitch in hertz @param {number} after in seconds */
function tone(context, pitch, after) {
  const begin = context.currentTime + after;
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.linearRampToValueAtTime(0.12, begin + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.5);
  const voice = new OscillatorNode(context, { type: "sine", frequency: pitch });
  voice.connect(volume).connect(context.destination);
  voice.start(begin);
  voice.stop(begin + 0.55);
}
