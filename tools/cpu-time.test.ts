import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { childCpuSeconds, formatCpu, machineCpuSeconds, parseStat } from "./cpu-time.ts";

test("H24: the CPU seconds of children are read even if a program's name has brackets and spaces", () => {
  const line =
    "4242 (a (b) c) S 1 4242 4242 0 -1 4194560 100 200 0 0 11 12 1300 1400 20 0 1 0 100 1000 100 1844 1 1";
  expect(parseStat(line)).toBe(27);
});

test.runIf(process.platform === "linux")("H24: what a child used is counted when it has ended", () => {
  const before = childCpuSeconds() ?? Number.NaN;
  spawnSync(process.execPath, ["--eval", "while (process.cpuUsage().user < 100_000);"]);
  expect((childCpuSeconds() ?? 0) - before).toBeGreaterThanOrEqual(0.09);
});

test("H24: the machine's time counts a program that nobody waited for", () => {
  const before = machineCpuSeconds();
  spawnSync("sh", [
    "-c",
    `"${process.execPath}" --eval "while (process.cpuUsage().user < 200_000);" & sleep 2`,
  ]);
  expect(machineCpuSeconds() - before).toBeGreaterThanOrEqual(0.15);
});

test("H24: one line names what each part used, and the sum", () => {
  const parts = [
    { name: "check", cpu: 57.2 },
    { name: "unit", cpu: 440.4 },
  ];
  const whole = { machine: 620.3, time: 251.4 };
  expect(formatCpu(parts, whole)).toBe(
    "CPU: check 57 s, unit 440 s; 498 s in all, 620 s of the machine, 251 s of time",
  );
  expect(formatCpu([{ name: "check", cpu: undefined }], whole)).toBe(
    "CPU: not counted by part on this system; 620 s of the machine, 251 s of time",
  );
});
