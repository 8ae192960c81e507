import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SmokeFault } from "./steps.ts";

/** What a browser refused because of the page's content security policy. */
export interface Violation {
  directive: string;
  blocked: string;
}

/** A page that was visited. */
export interface VisitedPage {
  /** Whether a frame of this origin was shown. */
  hasFrame: boolean;
  violations: Violation[];
}

/** What to open, and what to wait for. */
export interface Visit {
  url: URL;
  /** The visitor's cookie. */
  cookie: { name: string; value: string };
  /** The origin of the frame that shows that the page is complete. */
  frameOrigin: string;
  /** How long the frame may take. */
  waitMs: number;
  /** How long violations are collected after it. */
  restMs: number;
}

const START_MS = 30_000;
const POLL_MS = 250;
/** Collects violations from the first moment of a document; the protocol runs it before every script of the page. */
const COLLECT = `globalThis.violations = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  violations.push({ directive: effectiveDirective, blocked: blockedURI }));`;

/** Opens a page in Chromium and returns what its policy blocked. */
export async function visitPage(executable: string, visit: Visit): Promise<VisitedPage> {
  const profile = await mkdtemp(join(tmpdir(), "cliffhanger-browser-"));
  // Chromium refuses to isolate its processes for root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(
    executable,
    [
      "--headless",
      "--remote-debugging-port=0",
      "--no-first-run",
      `--user-data-dir=${profile}`,
      ...(isRoot ? ["--no-sandbox"] : []),
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  try {
    return await collect(await openSession(await addressOf(child, executable)), visit);
  } finally {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function collect(session: Session, visit: Visit): Promise<VisitedPage> {
  const { url, cookie, frameOrigin, waitMs, restMs } = visit;
  await session.send("Network.setCookie", { ...cookie, url: url.origin, httpOnly: true });
  await session.send("Page.addScriptToEvaluateOnNewDocument", { source: COLLECT });
  await session.send("Page.navigate", { url: url.href });
  const frames = `[...document.querySelectorAll("iframe")].some(({ src }) => src.startsWith(${JSON.stringify(frameOrigin)}))`;
  let hasFrame = false;
  for (const until = performance.now() + waitMs; !hasFrame && performance.now() < until; await pause(POLL_MS))
    hasFrame = (await session.evaluate(frames)) === true;
  await pause(restMs);
  const violations = (await session.evaluate("violations")) as Violation[];
  session.close();
  return { hasFrame, violations };
}

/** Returns the address of the browser's protocol, which it prints when it has started. */
async function addressOf({ stderr, pid }: ChildProcess, executable: string): Promise<string> {
  if (!stderr || pid === undefined) throw new SmokeFault(`${executable} could not be started`);
  let printed = "";
  const timeout = AbortSignal.timeout(START_MS);
  for await (const chunk of stderr.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    printed += chunk.toString();
    const [address] = /ws:\/\/\S+/.exec(printed) ?? [];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
    if (timeout.aborted) break;
  }
  throw new SmokeFault(`${executable} did not start`);
}

/** A page of the browser that takes commands of the DevTools protocol. */
interface Session {
  send(method: string, params: object): Promise<Record<string, unknown>>;
  /** Returns the value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  close(): void;
}

async function openSession(address: string): Promise<Session> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new SmokeFault("the browser does not answer")), {
      once: true,
    });
  });
  const waiting = new Map<number, (answer: Reply) => void>();
  socket.addEventListener("message", ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let last = 0;
  const ask = async (method: string, params: object, sessionId?: string) => {
    last += 1;
    const id = last;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await promise;
    waiting.delete(id);
    if (error) throw new SmokeFault(`the browser refused ${method}: ${error.message}`);
    return result ?? {};
  };
  const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
  const send = (method: string, params: object) => ask(method, params, String(sessionId));
  await send("Page.enable", {});
  return {
    send,
    async evaluate(expression) {
      const { result } = await send("Runtime.evaluate", { expression, returnByValue: true });
      return (result as { value?: unknown }).value;
    },
    close: () => socket.close(),
  };
}

interface Reply {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}
