import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const program = join(import.meta.dirname, "main.ts");
type Word = { ready?: { mailbox: string; smtp: string; facebook: string }; fault?: string };

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function start(...args: string[]) {
  const child = fork(program, args, {
    execArgv: [],
    env: { FACEBOOK_APPS: "1:a" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  children.push(child);
  return child;
}

const wordOf = async (child: ChildProcess): Promise<Word> => (await once(child, "message"))[0];

async function takePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  return { server, port: address.port };
}

test("it reports its addresses, on this machine only, and ends when its parent disconnects", async () => {
  const child = start("--port", "0");
  const { ready } = await wordOf(child);
  expect(Object.values(ready ?? {}).map((url) => new URL(url).hostname)).toEqual(Array(3).fill("127.0.0.1"));
  expect((await fetch(ready?.mailbox ?? "")).status).toBe(200);
  const exit = once(child, "exit");
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test("it ends when its parent is killed", async () => {
  const code = `require("node:child_process").fork(${JSON.stringify(program)}, ["--port", "0"], { execArgv: [] })
    .on("message", ({ ready }) => console.log(ready.mailbox));`;
  const parent = spawn(process.execPath, ["--eval", code], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(parent);
  const [url] = await once(parent.stdout, "data");
  parent.kill("SIGKILL");
  const answers = () =>
    fetch(String(url).trim()).then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(false);
});

test("a port in use is reported, or replaced by another one when allowed", async () => {
  const { server, port } = await takePort();
  expect((await wordOf(start("--port", String(port)))).fault).toContain(`Port ${port} cannot be opened`);
  const { ready } = await wordOf(start("--port", String(port), "--elsewhere"));
  expect(ready?.mailbox).not.toContain(`:${port}`);
  server.close();
});
