/** Programme loudness in LUFS after ITU-R BS.1770: K-weighted, gated, stereo. */
export function loudness(left: Float32Array, right: Float32Array, rate: number): number {
  const weighted = [left, right].map((channel) => weigh(channel, rate));
  const size = Math.round(rate * 0.4);
  const powers: number[] = [];
  for (let start = 0; start + size <= left.length; start += size / 4) {
    let sum = 0;
    for (const channel of weighted)
      for (let i = start; i < start + size; i++) sum += (channel[i] as number) ** 2;
    powers.push(sum / size);
  }
  const lufs = (power: number) => -0.691 + 10 * Math.log10(power + 1e-12);
  const mean = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const loud = powers.filter((power) => lufs(power) > -70);
  const gate = lufs(mean(loud)) - 10;
  return lufs(mean(loud.filter((power) => lufs(power) > gate)));
}

/** The two filters of BS.1770: a high shelf for the head, then a high pass. Coefficients for any rate. */
function weigh(channel: Float32Array, rate: number): Float32Array {
  const shelf = (() => {
    const [k, q, v] = [
      Math.tan((Math.PI * 1681.974450955533) / rate),
      0.7071752369554196,
      10 ** (3.999843853973347 / 20),
    ];
    const b = v ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    return [
      (v + (b * k) / q + k * k) / a0,
      (2 * (k * k - v)) / a0,
      (v - (b * k) / q + k * k) / a0,
      (2 * (k * k - 1)) / a0,
      (1 - k / q + k * k) / a0,
    ];
  })();
  const pass = (() => {
    const [k, q] = [Math.tan((Math.PI * 38.13547087602444) / rate), 0.5003270373238773];
    const a0 = 1 + k / q + k * k;
    return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
  })();
  return biquad(biquad(channel, shelf), pass);
}

function biquad(input: Float32Array, [b0, b1, b2, a1, a2]: number[]): Float32Array {
  const out = new Float32Array(input.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < input.length; i++) {
    const x = input[i] as number;
    const y =
      (b0 as number) * x +
      (b1 as number) * x1 +
      (b2 as number) * x2 -
      (a1 as number) * y1 -
      (a2 as number) * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    out[i] = y;
  }
  return out;
}

/** Scales both channels so that the programme measures `target` LUFS. */
export function level(left: Float32Array, right: Float32Array, target: number, rate: number): void {
  const gain = 10 ** ((target - loudness(left, right, rate)) / 20);
  for (const channel of [left, right])
    for (let i = 0; i < channel.length; i++) channel[i] = (channel[i] as number) * gain;
}

/** A look-ahead limiter: turns both channels down smoothly before anything passes `ceiling`. */
export function limit(left: Float32Array, right: Float32Array, ceiling: number, rate: number): void {
  const ahead = Math.round(rate * 0.005);
  const gains = new Float32Array(left.length).fill(1);
  for (let i = 0; i < left.length; i++) {
    const peak = Math.max(Math.abs(left[i] as number), Math.abs(right[i] as number));
    if (peak <= ceiling) continue;
    const need = ceiling / peak;
    for (let j = Math.max(0, i - ahead); j <= i; j++) {
      const partial = need + (1 - need) * ((i - j) / ahead) ** 2;
      if ((gains[j] as number) > partial) gains[j] = partial;
    }
  }
  let held = 1;
  for (let i = 0; i < left.length; i++) {
    held = Math.min(gains[i] as number, held + (1 - held) * (1 / (rate * 0.12)));
    left[i] = (left[i] as number) * held;
    right[i] = (right[i] as number) * held;
  }
}
