import { expect, test } from "vitest";
import { readAddress, writeGroups } from "./report-address.ts";

const read = (address: string) => readAddress(new URLSearchParams(address));

test("C46: groups whose lines are drawn are read as they were written, whatever campaigns are called", () => {
  const groups = ["Brand | US", "50% off", "tiktok"];
  const address = new URLSearchParams({ groups: writeGroups(groups) ?? "" });
  expect(readAddress(address).groups).toEqual(groups);
  // As it was written before, and as nobody writes it.
  expect(read("groups=tiktok|google").groups).toEqual(["tiktok", "google"]);
  expect(read("groups=50% off").groups).toEqual(["50% off"]);
  expect(writeGroups([])).toBeNull();
});

test("C46: a day that does not exist counts as left out", () => {
  expect(read("from=2026-11-01&to=2026-13-45")).toMatchObject({ from: "2026-11-01", to: undefined });
  expect(read("from=yesterday")).toMatchObject({ from: undefined });
});
