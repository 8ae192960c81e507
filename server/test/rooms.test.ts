import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { domains, findViolations, importsOf } from "./boundaries.ts";
import { rooms } from "./rooms.ts";

const source = join(import.meta.dirname, "../src");

/** The folders of a domain that its other folders import, tests left out. */
function importsBetween(domain: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of readdirSync(join(source, domain), { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts") || path.endsWith(".test.ts")) continue;
    for (const specifier of importsOf(readFileSync(join(source, domain, path), "utf8"))) {
      if (!specifier.startsWith(".")) continue;
      const [from, to] = [path, posix.join(posix.dirname(path), specifier)].map(roomOf);
      if (from && to && from !== to) found.set(from, (found.get(from) ?? new Set()).add(to));
    }
  }
  return found;
}

function roomOf(path: string): string | undefined {
  const [room, inner] = path.split("/");
  return inner === undefined ? undefined : room;
}

/** The folders that can be reached from themselves. */
function cyclesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...edges.keys()].filter((start) => {
    const seen = new Set<string>();
    const queue = [...(edges.get(start) ?? [])];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(...(edges.get(next) ?? []));
    }
    return seen.has(start);
  });
}

test.each(Object.keys(domains))("H15: no folder of %s imports itself through others", (domain) => {
  expect(cyclesIn(importsBetween(domain))).toEqual([]);
});

test("H15: a cycle of three folders is found", () => {
  const edges = { settle: ["orders"], orders: ["payments"], payments: ["settle", "plans"] };
  const found = cyclesIn(new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)])));
  expect(found).toEqual(["settle", "orders", "payments"]);
});

test("H15: billing has exactly the rooms of the table, and each import between them is seen", () => {
  const folders = readdirSync(join(source, "billing"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.sort()).toEqual(Object.keys(rooms["billing"] ?? {}).sort());
  expect(importsBetween("billing").get("renewals")).toContain("charging");
});

test("H15: the table of rooms has no cycle and names no room that is not in it", () => {
  for (const allowed of Object.values(rooms)) {
    expect(
      cyclesIn(new Map(Object.entries(allowed).map(([room, others]) => [room, new Set(others)]))),
    ).toEqual([]);
    for (const others of Object.values(allowed))
      for (const other of others) expect(Object.keys(allowed)).toContain(other);
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
  ["a type alone", "sales/offer.ts", "../subscriptions/view.ts", "sales may import records, accounting"],
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
    "server/src/billing/coupons/discount.ts lies in billing/coupons, which the table of rooms does not list",
  ]);
});
