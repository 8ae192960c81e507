import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDisk } from "./disk.ts";

let folder: string;
const small = randomBytes(5_000);
const other = randomBytes(3_000);
const large = randomBytes(3 * 2 ** 20 + 1);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-disk-"));
  await writeFile(join(folder, "small"), small);
  await writeFile(join(folder, "other"), other);
  await writeFile(join(folder, "large"), large);
  await writeFile(join(folder, "empty"), "");
});
afterAll(() => rm(folder, { recursive: true }));

test("a file of any size is read byte for byte", async () => {
  const disk = openDisk();
  for (const [name, bytes] of Object.entries({ small, large, empty: Buffer.alloc(0) })) {
    const opened = await disk.open(join(folder, name));
    expect(opened?.body.equals(bytes), name).toBe(true);
    opened?.release();
  }
});

test("an opened file stays unchanged until it is released, and its buffer is reused afterwards", async () => {
  const disk = openDisk();
  const first = await disk.open(join(folder, "small"));
  const second = await disk.open(join(folder, "other"));
  expect(first?.body.equals(small)).toBe(true);
  expect(second?.body.buffer).not.toBe(first?.body.buffer);
  first?.release();
  const third = await disk.open(join(folder, "other"));
  expect(third?.body.buffer).toBe(first?.body.buffer);
  expect(third?.body.equals(other)).toBe(true);
  expect(second?.body.equals(other)).toBe(true);
});

test("concurrent reads return their own files, and a missing file or a folder returns null", async () => {
  const disk = openDisk();
  const names = Array.from(
    { length: 60 },
    (_, at) => ["small", "other", "large", "missing", "."][at % 5] ?? "",
  );
  const bytes: Record<string, Buffer> = { small, other, large };
  const opened = await Promise.all(names.map((name) => disk.open(join(folder, name))));
  for (const [at, file] of opened.entries()) {
    const name = names[at] ?? "";
    const expected = bytes[name];
    // Comparing megabytes with `toEqual` takes many seconds.
    expect(expected ? file?.body.equals(expected) : file === null, name).toBe(true);
  }
});
