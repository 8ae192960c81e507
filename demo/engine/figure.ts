// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { fade, glow, mix, outline, type Point, ramp, rim } from "./paint.ts";
import { ribbon } from "./ribbon.ts";

/** How a standing figure is dressed and lit. Figures are 200 units tall, feet at y = 0, middle at x = 0. */
export interface Figure {
  t: number;
  /** 0 = still air, 1 = gale; cloth and hair stream to the left. */
  wind: number;
  body: string;
  /** What the feet fade into: ground mist or the dark. */
  ground: string;
  light: string;
  from: readonly [number, number];
  /** Thickness of the edge light in units. */
  edge?: number;
  accent?: string;
}

function part(ctx: CanvasRenderingContext2D, f: Figure, path: Path2D, tone = 0): void {
  ctx.fillStyle = ramp(
    ctx,
    [0, -200],
    [0, 0],
    [
      [0, mix(f.body, f.light, 0.1 + tone)], [0.5, mix(f.body, f.light, 0.02 + tone)],
      [1, mix(f.body, f.ground, 0.55)],
    ],
  );
  ctx.fill(path);
  rim(ctx, path, { color: f.light, from: f.from, width: f.edge ?? 3.2, strength: 0.85, steps: 4 });
}

/** Shape without edge light: boots, soles, things in the shade. */
function plain(ctx: CanvasRenderingContext2D, f: Figure, path: Path2D): void {
  ctx.fillStyle = mix(f.body, f.ground, 0.5);
  ctx.fill(path);
}

/** Soft creases in cloth: thin tapering streaks of the edge light. */
function creases(
  ctx: CanvasRenderingContext2D,
  f: Figure,
  lines: readonly (readonly (readonly [number, number])[])[],
): void {
  ctx.fillStyle = fade(f.light, 0.13);
  for (const line of lines) ctx.fill(ribbon(line, [0.2, 1.5, 1.1, 0.2]));
}

const flutter = (f: Figure, phase: number, size: number): number =>
  Math.sin(f.t * 2.3 + phase) * size * (0.3 + f.wind) - f.wind * size * 1.2;

type Pose = "down" | "reach" | "lamp" | "rail";

/** A woman seen from behind, in a long belted coat, with loose hair and a scarf; `arm` moves the right hand. */
export function woman(ctx: CanvasRenderingContext2D, f: Figure, look: { arm?: Pose } = {}): void {
  plain(ctx, f, ribbon([[-7, -40], [-8, -18], [-7, -3]], [12, 9, 8]));
  plain(ctx, f, ribbon([[8, -40], [8, -18], [8, -3]], [12, 9, 8]));
  plain(ctx, f, outline([[-12, -6], [-3, -7], [-2, 0, 1], [-14, 0, 1]]));
  plain(ctx, f, outline([[3, -7], [12, -6], [14, 0, 1], [3, 0, 1]]));
  arms(ctx, f, look.arm ?? "down", 16.5, 9);
  const hem = (phase: number) => flutter(f, phase, 9);
  part(
    ctx,
    f,
    outline([
      [-6, -171], [-16, -166], [-20, -155], [-16, -137], [-12.5, -120], [-16, -102], [-22, -70],
      [-28 + hem(0) * 1.6, -36], [-33 + hem(0.4) * 2, -22, 1], [-12 + hem(1.1), -18],
      [10 + hem(1.8) * 0.7, -20], [29 + hem(2.4) * 0.8, -25, 1], [23, -60], [17.5, -96], [12.5, -120],
      [16, -137], [20, -155], [16, -166], [6, -171],
    ]),
  );
  creases(
    ctx,
    f,
    [-9, -2, 6, 12].map(
      (x) =>
        [
          [x * 0.5, -117], [x * 0.8, -85], [x * 1.3 + hem(x) * 0.4, -52], [x * 1.8 + hem(x) * 0.8, -25],
        ] as const,
    ),
  );
  creases(ctx, f, [[[-9, -158], [-8, -142], [-6, -125]], [[9, -158], [8, -142], [6, -125]]]);
  part(
    ctx,
    f,
    outline([[-13.2, -122], [0, -119.5], [13.2, -122], [13.4, -116.5], [0, -113.5], [-13.4, -116.5]]),
    0.07,
  );
  scarf(ctx, f);
  hair(ctx, f);
}

function hair(ctx: CanvasRenderingContext2D, f: Figure): void {
  for (let i = 0; i < 6; i++) {
    const reach = 3 + i * 0.6 + f.wind * (32 + i * 8);
    const drop = 44 - f.wind * 24 - i * 2;
    const wave = Math.sin(f.t * 2.2 + i * 0.8) * 3.4 * (0.3 + f.wind);
    const x = 6 - i * 2.4;
    const lock = ribbon(
      [
        [x, -190], [x - 2 - reach * 0.2, -178], [x - reach * 0.6, -174 + drop * 0.5 + wave * 0.6],
        [x - reach, -176 + drop + wave * 1.6],
      ],
      [12, 12, 8, 0.6],
    );
    ctx.fillStyle = mix(f.body, f.light, 0.06 + (i % 3) * 0.03);
    ctx.fill(lock);
    rim(ctx, lock, { color: f.light, from: f.from, width: 1.6, strength: 0.4, steps: 2 });
  }
  part(
    ctx,
    f,
    outline([
      [0.5, -202], [8, -199.5], [11.4, -191], [10.6, -181], [6, -172], [-2, -168], [-9, -172], [-11.8, -182],
      [-11, -193], [-7, -199.5],
    ]),
  );
  creases(ctx, f, [[[2, -200], [7, -192], [6, -178]], [[-1, -200], [-4, -190], [-5, -175]]]);
}

function scarf(ctx: CanvasRenderingContext2D, f: Figure): void {
  if (!f.accent) return;
  for (const i of [1, 0]) {
    const reach = 8 + f.wind * (84 - i * 24);
    const drop = 60 - f.wind * 50 + i * 9;
    const wave = (k: number) => Math.sin(f.t * 2.6 - k * 2.6 + i * 1.2) * (2 + 9 * k) * (0.2 + f.wind);
    const tail = ribbon([0, 0.25, 0.5, 0.75, 1].map((k): [number, number] => [-3 - reach * k, -167 + drop * k ** 1.2 + wave(k)]), [5, 8.5, 9.5, 8, 1]);
    ctx.fillStyle = mix(f.accent, "#000000", 0.1 + i * 0.3);
    ctx.fill(tail);
    rim(ctx, tail, { color: f.light, from: f.from, width: 2, strength: 0.4, steps: 2 });
  }
  const wrap = ribbon([[-10, -170], [0, -165.5], [10, -170]], [7.5, 10, 7.5]);
  ctx.fillStyle = mix(f.accent, "#000000", 0.14);
  ctx.fill(wrap);
  rim(ctx, wrap, { color: f.light, from: f.from, width: 2, strength: 0.5, steps: 3 });
}

function arms(ctx: CanvasRenderingContext2D, f: Figure, pose: Pose, shoulder: number, thick: number): void {
  const far: [number, number][] =
    pose === "rail"
      ? [[-shoulder, -159], [-shoulder - 14, -136], [-shoulder - 26, -116]]
      : [[-shoulder, -160], [-shoulder - 4, -134], [-shoulder - 3, -112], [-shoulder, -97]];
  part(ctx, f, ribbon(far, [thick, thick + 1, thick - 1, 5]));
  const near: Record<typeof pose, [number, number][]> = {
    down: [[shoulder, -160], [shoulder + 4, -134], [shoulder + 3, -112], [shoulder, -97]],
    reach: [[shoulder - 1, -160], [shoulder + 14, -148], [shoulder + 28, -150], [shoulder + 41, -155]],
    lamp: [[shoulder - 1, -160], [shoulder + 8, -140], [shoulder + 20, -136], [shoulder + 27, -142]],
    rail: [[shoulder, -159], [shoulder + 14, -136], [shoulder + 26, -116]],
  };
  part(ctx, f, ribbon(near[pose], [thick, thick + 1, thick - 1, 5]));
}

/** A broad man seen from behind, in a keeper's greatcoat with its collar up, and a cap. */
export function man(
  ctx: CanvasRenderingContext2D,
  f: Figure,
  look: { arm?: Pose; cap?: boolean } = {},
): void {
  plain(ctx, f, ribbon([[-10, -60], [-11, -26], [-10, -4]], [17, 13, 10]));
  plain(ctx, f, ribbon([[10, -60], [11, -26], [10, -4]], [17, 13, 10]));
  plain(ctx, f, outline([[-17, -8], [-5, -9], [-3, 0, 1], [-18, 0, 1]]));
  plain(ctx, f, outline([[5, -9], [17, -8], [18, 0, 1], [3, 0, 1]]));
  arms(ctx, f, look.arm ?? "down", 22, 12);
  const hem = (phase: number) => flutter(f, phase, 7);
  part(
    ctx,
    f,
    outline([
      [-9, -175], [-21, -169], [-26.5, -157], [-24, -134], [-21, -114], [-24, -84],
      [-29 + hem(0) * 1.3, -44, 1], [-4 + hem(1), -40], [0.6, -49, 1], [6 + hem(1.6) * 0.5, -41],
      [28 + hem(2) * 0.6, -46, 1], [24, -84], [21, -114], [24, -134], [26.5, -157], [21, -169], [9, -175],
    ]),
  );
  creases(ctx, f, [
    [[0, -112], [0.4, -85], [0.6, -52]],
    ...[-13, 12].map((x) => [[x * 0.7, -108], [x, -84], [x * 1.3 + hem(x) * 0.5, -48]] as const),
    [[-15, -160], [-13, -142], [-12, -122]],
    [[15, -160], [13, -142], [12, -122]],
  ]);
  part(ctx, f, outline([[-12, -117, 1], [12, -117, 1], [12, -110.5, 1], [-12, -110.5, 1]]), 0.07);
  part(
    ctx,
    f,
    outline([
      [0, -202], [8.6, -199], [11, -190], [9.4, -178], [6, -170], [-6, -170], [-9.4, -178], [-11, -190],
      [-8.6, -199],
    ]),
  );
  part(
    ctx,
    f,
    outline([
      [-14, -166], [-13.4, -178], [-9, -182, 1], [0, -180], [9, -182, 1], [13.4, -178], [14, -166], [0, -162],
    ]),
    0.05,
  );
  if (look.cap === false) return;
  part(
    ctx,
    f,
    outline([
      [-11.6, -191], [-14, -199], [-11, -206], [0, -209], [11, -206], [14, -199], [11.6, -191], [0, -189.5],
    ]),
    0.05,
  );
}

/** A gaunt man in a cape and a wide hat, with a cane. */
export function caller(ctx: CanvasRenderingContext2D, f: Figure): void {
  const hem = (phase: number) => flutter(f, phase, 8);
  plain(ctx, f, ribbon([[-7, -50], [-7, -4]], [11, 8]));
  plain(ctx, f, ribbon([[7, -50], [7, -4]], [11, 8]));
  plain(ctx, f, outline([[-13, -6], [-3, -7], [-2, 0, 1], [-16, 0, 1]]));
  plain(ctx, f, outline([[3, -7], [13, -6], [16, 0, 1], [3, 0, 1]]));
  part(ctx, f, ribbon([[22, -128], [32, -112], [36, -100]], [10, 9, 6]));
  part(ctx, f, ribbon([[36, -104], [39, -2]], [2.6, 2]), 0.1);
  part(
    ctx,
    f,
    outline([
      [-6, -176], [-20, -166], [-25, -146], [-26, -110], [-30, -70], [-37 + hem(0) * 2, -28, 1],
      [-16 + hem(1), -32], [0, -26], [18, -31], [31 + hem(2) * 0.6, -30, 1], [28, -70], [26, -110],
      [25, -146], [20, -166], [6, -176],
    ]),
  );
  creases(
    ctx,
    f,
    [-15, -5, 6, 15].map(
      (x) =>
        [[x * 0.6, -162], [x, -120], [x * 1.2, -80], [x * 1.7 + hem(x) * 0.6, -34]] as const,
    ),
  );
  part(
    ctx,
    f,
    outline([[0, -206], [8, -202], [10, -190], [7, -179], [0, -174], [-7, -179], [-10, -190], [-8, -202]]),
  );
  part(
    ctx,
    f,
    outline([
      [-14, -164], [-13, -182], [-8, -187, 1], [0, -184], [8, -187, 1], [13, -182], [14, -164], [0, -160],
    ]),
    0.04,
  );
  part(
    ctx,
    f,
    outline([[-11, -199], [-11, -222], [-5, -227], [0, -224], [5, -227], [11, -222], [11, -199]]),
    0.02,
  );
  part(
    ctx,
    f,
    outline([
      [-27, -197], [-14, -202], [0, -200], [14, -202], [27, -197], [14, -194], [0, -193], [-14, -194],
    ]),
    0.06,
  );
}

/** A hand lantern with its glow, its ring at 0,0. */
export function lantern(ctx: CanvasRenderingContext2D, color: string, strength: number): void {
  glow(ctx, 0, 14, 120, color, strength * 0.6);
  ctx.strokeStyle = "#0a0806";
  ctx.lineWidth = 1.4;
  ctx.beginPath();
  ctx.arc(0, 3, 4, 0, 7);
  ctx.stroke();
  ctx.fillStyle = ramp(ctx, [0, 9], [0, 22], [[0, mix(color, "#fff3cf", 0.6)], [0.55, "#fff8e2"], [1, mix(color, "#fff3cf", 0.4)]]);
  ctx.fill(outline([[-4.5, 9], [4.5, 9], [6, 22], [-6, 22]]));
  ctx.fillStyle = "#0d0a08";
  const frame: Point[][] = [
    [[-6, 9, 1], [0, 5, 1], [6, 9, 1]], [[-7, 21, 1], [7, 21, 1], [6, 25, 1], [-6, 25, 1]],
    [[-0.7, 8, 1], [0.7, 8, 1], [0.7, 22, 1], [-0.7, 22, 1]],
  ];
  for (const bit of frame) ctx.fill(outline(bit));
  glow(ctx, 0, 15, 26, "#fff0c8", strength * 0.9);
}
