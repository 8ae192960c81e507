import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ladder } from "./ladder.ts";

const sizes = (width: number, height: number, profile: "standard" | "demo" = "standard", fps = 30) =>
  ladder({ width, height, fps }, profile).map((spec) => `${spec.width}x${spec.height}`);

describe("the ladder of renditions", () => {
  it("gives a vertical full-HD source all five renditions, largest first", () => {
    expect(sizes(1080, 1920)).toEqual(["1080x1920", "720x1280", "540x960", "360x640", "234x416"]);
  });

  it("swaps the edges for a landscape source", () => {
    expect(sizes(1920, 1080)).toEqual(["1920x1080", "1280x720", "960x540", "640x360", "416x234"]);
  });

  it("scales a 4K source down to full HD", () => {
    expect(sizes(2160, 3840)[0]).toBe("1080x1920");
  });

  it("keeps a size between two steps as the top rendition, unless it is hardly larger than the next step", () => {
    expect(sizes(640, 1136)[0]).toBe("640x1136");
    expect(sizes(560, 996)[0]).toBe("540x960");
  });

  it("gives a source below every step one rendition of its own size, with even edges", () => {
    expect(sizes(121, 215)).toEqual(["120x214"]);
  });

  it("encodes the demo in two small renditions with low audio rates", () => {
    const specs = ladder({ width: 1080, height: 1920, fps: 24 }, "demo");
    expect(specs.map((spec) => [spec.label, spec.audioRate])).toEqual([
      [720, 48],
      [270, 32],
    ]);
  });

  it("allows more bits for 60 frames a second and for longer pictures", () => {
    const rate = (width: number, height: number, fps: number) =>
      ladder({ width, height, fps }, "standard")[0]?.maxrate ?? 0;
    expect(rate(1080, 1920, 60)).toBeGreaterThan(rate(1080, 1920, 30));
    expect(rate(1080, 2400, 30)).toBeGreaterThan(rate(1080, 1920, 30));
  });

  it("keeps the lowest rendition within 192 kbit/s, for any picture shape and frame rate", () => {
    const edge = fc.integer({ min: 64, max: 4320 });
    const profile = fc.constantFrom("standard" as const, "demo" as const);
    fc.assert(
      fc.property(edge, edge, fc.integer({ min: 10, max: 60 }), profile, (width, height, fps, name) => {
        const lowest = ladder({ width, height, fps }, name).at(-1);
        fc.pre(lowest !== undefined && lowest.label < 300);
        // Reserves the rest for the container overhead of the segments.
        expect((lowest?.maxrate ?? 0) + (lowest?.audioRate ?? 0)).toBeLessThanOrEqual(160);
      }),
    );
  });

  it("never enlarges, never gives an odd edge, and always gives a rendition of the source's shape", () => {
    const edge = fc.integer({ min: 64, max: 4320 });
    fc.assert(
      fc.property(edge, edge, fc.constantFrom("standard", "demo"), (width, height, profile) => {
        fc.pre(Math.max(width, height) / Math.min(width, height) < 4);
        const specs = ladder({ width, height, fps: 30 }, profile);
        expect(specs.length).toBeGreaterThan(0);
        for (const spec of specs) {
          expect(spec.width).toBeLessThanOrEqual(width);
          expect(spec.height).toBeLessThanOrEqual(height);
          expect([spec.width % 2, spec.height % 2]).toEqual([0, 0]);
          // Rounding to even edges changes a small picture by at most two pixels.
          const slack = 3 / Math.min(spec.width, spec.height);
          expect(Math.abs(spec.width / spec.height / (width / height) - 1)).toBeLessThan(slack);
        }
      }),
    );
  });
});
