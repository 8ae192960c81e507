import { clamp, random } from "./math.ts";
import { type Mix, RATE } from "./score.ts";

/** Where a sound goes: loudness, side (-1 left, 1 right), share to the hall. */
interface Place {
  gain: number;
  pan?: number;
  hall?: number;
}

/** Frequency of a MIDI note. */
const pitch = (note: number): number => 440 * 2 ** ((note - 69) / 12);

function put(mix: Mix, i: number, value: number, place: Place): void {
  if (i < 0 || i >= mix.left.length) return;
  const pan = place.pan ?? 0;
  mix.left[i] = (mix.left[i] as number) + value * place.gain * Math.min(1, 1 - pan);
  mix.right[i] = (mix.right[i] as number) + value * place.gain * Math.min(1, 1 + pan);
  mix.wet[i] = (mix.wet[i] as number) + value * place.gain * (place.hall ?? 0.2);
}

/** Slow strings: detuned saws through a low-pass that opens and closes. Seconds; notes are MIDI numbers. */
export function pad(
  mix: Mix,
  from: number,
  length: number,
  notes: readonly number[],
  place: Place & { bright?: number },
): void {
  const start = Math.round(from * RATE);
  const size = Math.round((length + 1.2) * RATE);
  for (const [n, note] of notes.entries()) {
    for (const [d, cents] of [-7, 0, 6].entries()) {
      const step = (pitch(note) * 2 ** (cents / 1200)) / RATE;
      let phase = (n * 0.37 + d * 0.21) % 1;
      let [low, low2] = [0, 0];
      for (let i = 0; i < size; i++) {
        const t = i / RATE;
        const swell = Math.min(1, t / 1.1) * clamp((length + 1.2 - t) / 1.2);
        phase = (phase + step) % 1;
        const open = clamp(
          ((place.bright ?? 1) * (560 + 760 * swell + 220 * Math.sin(t * 1.3 + n)) * 6.28) / RATE,
          0,
          0.9,
        );
        low += (phase * 2 - 1 - low) * open;
        low2 += (low - low2) * open;
        put(mix, start + i, low2 * swell * 0.16, { ...place, pan: (d - 1) * 0.55, hall: place.hall ?? 0.35 });
      }
    }
  }
}

/** A felt piano note: three partials with a soft hammer. */
export function felt(mix: Mix, from: number, note: number, place: Place & { length?: number }): void {
  const start = Math.round(from * RATE);
  const decay = place.length ?? 2.4;
  const f = pitch(note);
  for (let i = 0; i < decay * RATE; i++) {
    const t = i / RATE;
    const shape = Math.min(1, t / 0.006) * Math.exp(-t * (3.2 / decay));
    const tone =
      Math.sin(6.2832 * f * t) +
      0.38 * Math.sin(12.566 * f * t * 1.0006) * Math.exp(-t * 2.4) +
      0.14 * Math.sin(18.85 * f * t * 1.001) * Math.exp(-t * 5);
    put(mix, start + i, tone * shape * 0.3, { ...place, hall: place.hall ?? 0.3 });
  }
}

/** A heavy bell under water: inharmonic partials that die at their own pace. */
export function bell(mix: Mix, from: number, note: number, place: Place): void {
  const start = Math.round(from * RATE);
  const f = pitch(note);
  for (const [ratio, strength, decay] of [
    [0.5, 0.6, 4.2],
    [1, 0.8, 3.4],
    [1.19, 0.45, 2.6],
    [1.56, 0.3, 1.9],
    [2, 0.42, 1.6],
    [2.74, 0.22, 1],
    [4.07, 0.12, 0.5],
  ] as const) {
    for (let i = 0; i < decay * 1.3 * RATE; i++) {
      const t = i / RATE;
      put(
        mix,
        start + i,
        Math.sin(6.2832 * f * ratio * t) *
          strength *
          Math.exp((-t * 3) / decay) *
          Math.min(1, t / 0.003) *
          0.3,
        { ...place, hall: place.hall ?? 0.45 },
      );
    }
  }
}

/** A low round bass note. */
export function bass(mix: Mix, from: number, length: number, note: number, place: Place): void {
  const start = Math.round(from * RATE);
  const f = pitch(note);
  for (let i = 0; i < length * RATE; i++) {
    const t = i / RATE;
    const shape = Math.min(1, t / 0.08) * clamp((length - t) / 0.3);
    const tone = Math.tanh(
      1.6 * (Math.sin(6.2832 * f * t) + 0.3 * Math.sin(12.566 * f * t) + 0.12 * Math.sin(18.85 * f * t)),
    );
    put(mix, start + i, tone * shape * 0.3, { ...place, hall: 0.05 });
  }
}

/** A hit: a falling drum with a burst of air. `size` 0.3 = heartbeat, 1 = the end of the world. */
export function hit(mix: Mix, from: number, size: number, place: Place): void {
  const start = Math.round(from * RATE);
  const next = random(Math.round(from * 1000) + 3);
  let phase = 0;
  let low = 0;
  for (let i = 0; i < (0.35 + size * 2) * RATE; i++) {
    const t = i / RATE;
    phase += (38 + (60 + 60 * size) * Math.exp(-t * 26)) / RATE;
    low += (next() * 2 - 1 - low) * (0.02 + 0.2 * Math.exp(-t * 12));
    const drum = Math.sin(6.2832 * phase) * Math.exp((-t * 3.4) / (0.2 + size * 0.8));
    put(
      mix,
      start + i,
      (drum * 0.9 + low * Math.exp(-t * (9 - 6 * size)) * size) * Math.min(1, t / 0.002) * 0.6,
      { ...place, hall: place.hall ?? 0.1 + 0.35 * size },
    );
  }
}

/** Rising air and tone that end at `until`: the pull before a cut or a hook. */
export function riser(mix: Mix, from: number, until: number, place: Place): void {
  const start = Math.round(from * RATE);
  const size = Math.round((until - from) * RATE);
  const next = random(size);
  let [band, low, phase] = [0, 0, 0];
  for (let i = 0; i < size; i++) {
    const k = i / size;
    const f = 0.02 + 0.3 * k ** 2;
    low += f * band;
    band += f * (next() * 2 - 1 - low - 0.5 * band);
    phase += (110 * 2 ** (k * 2)) / RATE;
    const tail = clamp((1 - k) / 0.012);
    put(mix, start + i, (band * 0.28 + Math.sin(6.2832 * phase) * 0.1) * k ** 2.2 * tail, {
      ...place,
      pan: Math.sin(k * 9) * 0.4,
      hall: 0.3,
    });
  }
}

/** Weather and water for a stretch of time. Each kind is noise with its own colour and breath. */
export function air(
  mix: Mix,
  kind: "wind" | "rain" | "waves" | "fire" | "deep",
  from: number,
  length: number,
  place: Place,
): void {
  const start = Math.round(from * RATE);
  const size = Math.round(length * RATE);
  for (const side of [-1, 1]) {
    const next = random(kind.length * 97 + side + start);
    let [low, band, slow] = [0, 0, 0];
    for (let i = 0; i < size; i++) {
      const t = (start + i) / RATE;
      const noise = next() * 2 - 1;
      const door = Math.min(1, i / (0.25 * RATE), (size - i) / (0.25 * RATE));
      const breath = 0.5 + 0.5 * Math.sin(t * 0.9 + side * 0.7) * Math.sin(t * 0.37 + 1);
      const f = {
        wind: 0.035 + 0.04 * breath,
        rain: 0.55,
        waves: 0.06 + 0.1 * breath,
        fire: 0.2,
        deep: 0.012,
      }[kind];
      low += f * band;
      band += f * (noise - low - (kind === "wind" ? 0.3 : 0.9) * band);
      slow += (noise - slow) * 0.0006;
      const value = {
        wind: band * (0.3 + breath) * 0.8,
        rain: (noise - low) * 0.1 + band * 0.05,
        waves: low * breath ** 1.6 * 1.7,
        fire: (next() > 0.9994 ? noise * 3 : 0) + low * 0.3,
        deep: low * 2.2 + slow,
      }[kind];
      put(mix, start + i, value * door * 0.9, {
        gain: place.gain,
        pan: side * 0.9,
        hall: place.hall ?? 0.05,
      });
    }
  }
}

/** Thunder far off: a crack, then a long roll. */
export function thunder(mix: Mix, from: number, place: Place): void {
  const start = Math.round(from * RATE);
  const next = random(start + 11);
  let [low, roll] = [0, 0];
  for (let i = 0; i < 3.6 * RATE; i++) {
    const t = i / RATE;
    low += (next() * 2 - 1 - low) * (0.012 + 0.12 * Math.exp(-t * 7));
    roll += (next() - 0.5 - roll) * 0.0004;
    const shape = Math.min(1, t / 0.02) * Math.exp(-t * 1.1) * (0.7 + 18 * Math.abs(roll));
    put(mix, start + i, low * shape * 4, { ...place, hall: 0.25 });
  }
}
