import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CgroupSystem, findDelegatedGroup, isGrouped, openEncodeGroup } from "./encode-group.ts";

const SERVICE = "system.slice/cliffhanger-worker.service";

let root: string;
let system: CgroupSystem;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-cgroup-"));
  system = { proc: join(root, "proc"), cgroups: join(root, "cgroup"), uid: 990 };
  folder = join(system.cgroups, SERVICE);
  await mkdir(folder, { recursive: true });
  await mkdir(join(system.proc, "self"), { recursive: true });
  await writeFile(join(folder, "cgroup.controllers"), "cpuset cpu io memory pids\n");
  await writeFile(join(folder, "cgroup.procs"), "101\n102\n");
  await writeFile(join(folder, "cgroup.subtree_control"), "");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const member = (path: string) => writeFile(join(system.proc, "self/cgroup"), `12:cpu:/old\n0::/${path}\n`);
const read = (name: string) => readFile(join(folder, name), "utf8");

describe("the cgroup of encodes", () => {
  it("V19: is below the service that may manage its own, also when its processes have moved into a child", async () => {
    await member(SERVICE);
    expect(await findDelegatedGroup("self", system)).toBe(folder);
    await member(`${SERVICE}/app`);
    expect(await findDelegatedGroup("self", system)).toBe(folder);
  });

  it.each([
    ["a terminal's scope", "user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope"],
    ["the root", ""],
    ["another service, whose files it may not write", "system.slice/other.service"],
  ])("V19: is not created in %s", async (_, path) => {
    await member(path);
    expect(await findDelegatedGroup("self", system)).toBeNull();
  });

  it("V19: is not created by root, who may write every cgroup", async () => {
    await member(SERVICE);
    expect(await findDelegatedGroup("self", { ...system, uid: 0 })).toBeNull();
  });

  it("V19: gets the lowest weights, and the service's processes move beside it first", async () => {
    expect(await isGrouped(folder)).toBe(false);
    const group = await openEncodeGroup(folder);
    expect(await isGrouped(folder)).toBe(true);
    expect(await read("encodes/io.weight")).toBe("default 1");
    expect(await read("cgroup.subtree_control")).toBe("+cpu +io");
    expect(new Set((await read("app/cgroup.procs")).trim().split("\n"))).toEqual(new Set(["101", "102"]));
    group?.add(process.pid);
    expect(await read("encodes/cgroup.procs")).toMatch(new RegExp(`^${process.pid}\n`));
  });

  it("V19: is left out where the kernel passes no processor weights on", async () => {
    await writeFile(join(folder, "cgroup.controllers"), "memory pids\n");
    expect(await openEncodeGroup(folder)).toBeNull();
  });
});
