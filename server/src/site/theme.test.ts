import type { Site } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { themeOf } from "./theme.ts";

const site = (accent: string, accentEnd: string) => ({ colours: { accent, accentEnd } }) as Site;

test("text is dark on bright operator colours and white on dark ones", () => {
  expect(themeOf(site("#FF4F64", "#FF8A4C"))).toContain("--accent-ink: #1d040a");
  expect(themeOf(site("#102A70", "#301060"))).toContain("--accent-ink: #ffffff");
});

test("an invalid colour never reaches the style sheet", () => {
  expect(themeOf(site("red; } body { display: none", "#FF8A4C"))).toBe(":root {}\n");
});
