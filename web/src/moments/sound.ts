/** Every sound is made here, of noise and notes; there are no files. */

import { settings } from "../settings/settings";

let context: AudioContext | null = null;
let output: AudioNode | null = null;
let hiss: AudioBuffer | null = null;
/** When the sounds that are heard now will have ended. */
let busy: number[] = [];
const AT_ONCE = 4;

function ready(): { to: AudioNode; ctx: AudioContext } | null {
  if (typeof AudioContext === "undefined") return null;
  if (!context) {
    context = new AudioContext();
    const press = context.createDynamicsCompressor();
    press.connect(context.destination);
    output = press;
    hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  // A browser may hold sounds back until the page was pressed; then they begin.
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  return output ? { to: output, ctx: context } : null;
}

class Mixer {
  constructor(
    private readonly ctx: AudioContext,
    private readonly to: AudioNode,
    private readonly start: number,
    private readonly loud: number,
  ) {}

  private shaped(at: number, attack: number, peak: number, decay: number): GainNode {
    const gain = this.ctx.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, peak * this.loud), at + attack);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + attack + decay);
    gain.connect(this.to);
    return gain;
  }

  /** A breath of noise whose pitch moves. */
  puff(
    after: number,
    type: BiquadFilterType,
    from: number,
    to: number,
    sharp: number,
    peak: number,
    decay: number,
  ): void {
    const at = this.start + after;
    const source = this.ctx.createBufferSource();
    source.buffer = hiss;
    const filter = this.ctx.createBiquadFilter();
    filter.type = type;
    filter.Q.value = sharp;
    filter.frequency.setValueAtTime(from, at);
    filter.frequency.exponentialRampToValueAtTime(to, at + decay);
    source.connect(filter).connect(this.shaped(at, 0.006, peak, decay));
    source.start(at, Math.random() * 0.2);
    source.stop(at + decay + 0.1);
  }

  tone(after: number, pitch: number, peak: number, decay: number, type: OscillatorType = "sine", bend = 1): void {
    const at = this.start + after;
    const source = this.ctx.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(pitch, at);
    source.frequency.exponentialRampToValueAtTime(pitch * bend, at + decay);
    source.connect(this.shaped(at, 0.008, peak, decay));
    source.start(at);
    source.stop(at + decay + 0.1);
  }
}

type Recipe = readonly [seconds: number, play: (mix: Mixer) => void];

const RECIPES: Readonly<Record<string, Recipe>> = {
  // A sheet of card over felt.
  card: [0.11, (mix) => mix.puff(0, "bandpass", 1400, 3800, 0.9, 0.09, 0.11)],
  flip: [0.06, (mix) => mix.puff(0, "highpass", 2600, 5200, 0.7, 0.06, 0.06)],
  land: [
    0.06,
    (mix) => {
      mix.puff(0, "lowpass", 900, 300, 0.5, 0.1, 0.05);
      mix.tone(0, 180, 0.05, 0.05);
    },
  ],
  shuffle: [
    0.5,
    (mix) => {
      for (let i = 0; i < 9; i++) mix.puff(i * 0.045, "bandpass", 1800, 3000, 1.2, 0.05, 0.04);
    },
  ],
  // Wheels over a rail joint.
  wheel: [
    0.12,
    (mix) => {
      for (const after of [0, 0.07]) {
        mix.puff(after, "bandpass", 700, 420, 2.5, 0.12, 0.035);
        mix.tone(after, 110, 0.08, 0.05);
      }
    },
  ],
  couple: [
    0.05,
    (mix) => {
      mix.tone(0, 1250, 0.05, 0.05, "triangle", 0.8);
      mix.puff(0, "bandpass", 2400, 1400, 3, 0.07, 0.04);
    },
  ],
  points: [
    0.3,
    (mix) => {
      mix.tone(0, 784, 0.06, 0.18);
      mix.tone(0.07, 1047, 0.06, 0.26);
    },
  ],
  // A conductor's punch.
  stamp: [
    0.6,
    (mix) => {
      mix.tone(0, 90, 0.2, 0.12, "sine", 0.6);
      mix.puff(0, "lowpass", 1800, 300, 0.7, 0.16, 0.08);
      mix.tone(0.16, 988, 0.05, 0.3);
      mix.tone(0.24, 1319, 0.05, 0.5);
    },
  ],
  // Steam in the dark; a match rings.
  tunnel: [0.7, (mix) => mix.puff(0, "lowpass", 260, 900, 1, 0.08, 0.7)],
  match: [
    0.3,
    (mix) => {
      mix.tone(0, 330, 0.09, 0.3, "triangle");
      mix.tone(0, 349, 0.07, 0.3, "triangle");
    },
  ],
  clear: [
    0.3,
    (mix) => {
      mix.tone(0, 587, 0.06, 0.16);
      mix.tone(0.09, 880, 0.06, 0.3);
    },
  ],
  fail: [
    0.5,
    (mix) => {
      mix.tone(0, 294, 0.08, 0.22, "triangle");
      mix.tone(0.14, 220, 0.08, 0.4, "triangle", 0.94);
    },
  ],
  turn: [
    0.6,
    (mix) => {
      mix.tone(0, 659, 0.1, 0.4);
      mix.tone(0.16, 880, 0.1, 0.5);
    },
  ],
  whistle: [
    0.9,
    (mix) => {
      for (const pitch of [466, 554, 698]) {
        mix.tone(0, pitch, 0.05, 0.22, "sawtooth");
        mix.tone(0.26, pitch, 0.05, 0.7, "sawtooth", 0.97);
      }
    },
  ],
  fanfare: [
    2,
    (mix) => {
      [523, 659, 784].forEach((pitch, i) => mix.tone(i * 0.13, pitch, 0.09, 0.25, "triangle"));
      // And all of them together, an octave deep.
      for (const pitch of [262, 523, 659, 784, 1047]) mix.tone(0.42, pitch, 0.055, 1.5, "triangle");
      mix.tone(0.42, 2093, 0.015, 1.1);
    },
  ],
  tick: [0.03, (mix) => mix.tone(0, 1500, 0.025, 0.03, "square")],
  emote: [0.2, (mix) => mix.tone(0, 520, 0.06, 0.18, "sine", 1.5)],
};

/** Others' doings are softer than mine. */
const OTHERS = 0.6;
const LOUD = { off: 0, quiet: 0.45, full: 1 } as const;

export function playSound(name: string, mine = true): void {
  const { sound } = settings.get();
  const recipe = RECIPES[name];
  if (!recipe || sound === "off" || document.hidden) return;
  try {
    const found = ready();
    if (!found) return;
    const now = found.ctx.currentTime;
    busy = busy.filter((end) => end > now);
    if (busy.length >= AT_ONCE) return;
    busy.push(now + recipe[0]);
    recipe[1](new Mixer(found.ctx, found.to, now + 0.01, LOUD[sound] * (mine ? 1 : OTHERS)));
  } catch {
    // A table without sound is still a table.
  }
}
