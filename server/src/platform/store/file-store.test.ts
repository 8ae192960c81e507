import { spawnSync } from "node:child_process";
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pathIn } from "#test/path-in";
import type { MediaStore } from "../storage.ts";
import { openFileStore } from "./file-store.ts";

let root: string;
let store: MediaStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-store-"));
  store = await openFileStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function finished(text: string): Promise<string> {
  const folder = join(await store.workFolder(), "asset");
  await mkdir(folder);
  await writeFile(join(folder, "index.m3u8"), text);
  return folder;
}

describe("the media store", () => {
  it("publishes a finished folder under its key, and replaces the remains of an interrupted attempt", async () => {
    await store.publish(await finished("first"), "assets/one");
    await store.publish(await finished("second"), "assets/one");
    expect(await readFile(pathIn(store, "assets/one/index.m3u8"), "utf8")).toBe("second");
  });

  it.skipIf(process.getuid?.() !== 0)(
    "belongs to the owner of DATA_DIR, whatever root writes into it",
    async () => {
      const nobody = 65_534;
      const dataDir = join(root, "data");
      await mkdir(dataDir);
      await chown(dataDir, nobody, nobody);
      const own = await openFileStore(dataDir);
      await own.marker.make("marker");
      const folder = await finished("text");
      await mkdir(join(folder, "below"));
      await own.publish(folder, "assets/one");
      await own.addTexts("assets/one", [{ file: "captions.vtt", body: "WEBVTT" }]);
      await own.note("cliffhanger-users/1-2", "here");
      const paths = await readdir(join(dataDir, "media"), { recursive: true });
      expect(paths).toEqual(
        expect.arrayContaining(["cliffhanger-media", "assets/one/below", "cliffhanger-users/1-2"]),
      );
      for (const path of ["", ...paths])
        expect(await stat(join(dataDir, "media", path)), path).toMatchObject({ uid: nobody, gid: nobody });
    },
  );

  it("returns no path outside its root, whatever the key", () => {
    const keys = [
      "../secret",
      "assets/../../x",
      "assets/%2e%2e/x",
      "/etc/passwd",
      "assets/a\\..\\b",
      "assets/.env",
      "assets/a\0",
      "assets//a",
      "assets",
      "",
      "work/../x",
    ];
    for (const key of keys) expect(() => store.localPath(key), key).toThrow(RangeError);
    expect(store.localPath("assets/one/v720-00000.m4s")).toBe(join(root, "media/assets/one/v720-00000.m4s"));
  });

  it("takes in a file without copying when the disk allows it, and does not touch the original", async () => {
    const path = join(root, "source.mp4");
    await writeFile(path, "bytes");
    await store.takeIn(path, "spool/abc");
    expect((await stat(pathIn(store, "spool/abc"))).ino).toBe((await stat(path)).ino);
    await store.remove("spool/abc");
    await store.remove("spool/abc");
    expect(await readFile(path, "utf8")).toBe("bytes");
  });

  it("removes what a dead process left, or another machine a week ago, and nothing of a running one, of itself or of another machine", async () => {
    const work = join(root, "media/work");
    const dead = spawnSync(process.execPath, ["--version"]).pid;
    const names = {
      dead: `${hostname()}.${dead}.aaa`,
      earlier: `${hostname()}.${process.pid}.eee`,
      alive: `${hostname()}.${process.ppid}.bbb`,
      far: `elsewhere.${dead}.ccc`,
      // Its own time is old, and something in it is new.
      busy: `elsewhere.${dead}.ddd`,
      forgotten: `elsewhere.${dead}.fff`,
    };
    for (const name of Object.values(names)) await mkdir(join(work, name));
    await writeFile(join(work, names.busy, "segment"), "bytes");
    const weekAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000);
    for (const name of [names.busy, names.forgotten]) await utimes(join(work, name), weekAgo, weekAgo);
    const own = await store.workFolder();
    expect(await store.sweep()).toBe(3);
    expect((await readdir(work)).toSorted()).toEqual(
      [names.alive, names.far, names.busy, basename(own)].toSorted(),
    );
  });
});
