import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "#platform/config";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { main } from "../src/grant-keys-command.ts";

const secret = "0123456789abcdef0123456789abcdef";
const settings = { GRANT_KEYS: `k2:${secret}-two,k1:${secret}-one` };
const run = (...args: string[]) => runCommandHere(main, args, settings);

test("O37: grant-keys new prints three steps that never leave a signed grant unknown, and list names no secret", async () => {
  const program = join(import.meta.dirname, "../src/grant-keys-command.ts");
  const { code, output } = await runCommandFile(program, ["new"], settings);
  expect(code, output).toBe(0);
  const steps = [...output.matchAll(/^GRANT_KEYS=.+$/gm)].map(([line]) =>
    (readConfig({ GRANT_KEYS: line.slice("GRANT_KEYS=".length) }, "/nowhere").grantKeys ?? []).map(
      ({ id }) => id,
    ),
  );
  const [atEdge, inApp, afterwards] = steps;
  expect(steps).toEqual([["k2", "k1", "k3"], ["k3", "k2", "k1"], ["k3"]]);
  // The edge knows whatever the app signs with, before and after step 2.
  expect(atEdge).toEqual(expect.arrayContaining(["k2", inApp?.[0]]));
  expect(afterwards).toEqual([inApp?.[0]]);

  const listed = await run("list");
  expect(listed.output).toMatch(/^k2 +signs and verifies.*\nk1 +verifies/);
  expect(listed.output).not.toContain(secret);
  expect((await run("list", "--secrets")).output.trim()).toBe(`GRANT_KEYS=k2:${secret}-two,k1:${secret}-one`);
});
