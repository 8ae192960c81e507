import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findViolations } from "./boundaries.ts";
import { rooms } from "./rooms.ts";

const source = join(import.meta.dirname, "../src");

test("H15: billing has exactly the folders of the table", () => {
  const folders = readdirSync(join(source, "billing"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.sort()).toEqual(Object.keys(rooms["billing"] ?? {}).sort());
});

test("H15: a folder may import only folders listed before it in the table, so no cycle is possible", () => {
  for (const allowed of Object.values(rooms)) {
    const names = Object.keys(allowed);
    for (const [room, others] of Object.entries(allowed))
      for (const other of others) expect(names.slice(0, names.indexOf(room))).toContain(other);
  }
});

test.each([
  [
    "a room that imports one above it",
    "records/orders/repository.ts",
    "../../charging/begin.ts",
    "records may import no other room",
  ],
  ["rooms beside each other", "checkout/next.ts", "../renewals/renew.ts", "checkout may import records"],
  [
    "a room that imports the entry",
    "settlement/settle.ts",
    "../open.ts",
    "imports from the entry of billing",
  ],
  ["a type", "sales/offer.ts", "../subscriptions/view.ts", "sales may import records, accounting"],
])("H15: %s is caught", (_what, path, specifier, reason) => {
  const file = { path: `server/src/billing/${path}`, text: `import type { A } from "${specifier}";\n` };
  expect(findViolations([file])).toEqual([expect.stringContaining(reason)]);
});

test.each([
  ["renewals/renew.ts", "../charging/charge.ts"],
  ["open.ts", "./renewals/renew.ts"],
  ["records/states.test.ts", "../charging/charge.ts"],
])("H15: billing/%s may import %s", (path, specifier) => {
  const file = { path: `server/src/billing/${path}`, text: `import type { A } from "${specifier}";\n` };
  expect(findViolations([file])).toEqual([]);
});

test("H15: a folder of billing that the table does not list is an error", () => {
  expect(findViolations([{ path: "server/src/billing/coupons/discount.ts", text: "" }])).toEqual([
    "server/src/billing/coupons/discount.ts is in billing/coupons, which the table of rooms does not list",
  ]);
});
