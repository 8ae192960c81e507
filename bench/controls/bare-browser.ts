import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CHROMIUM } from "../player/visit.ts";
import { stop } from "../processes.ts";

const STARTED_MS = 20_000;
const SCREEN = { width: 390, height: 844 };

/** A browser whose pages have no debugger. */
export interface BareBrowser {
  open(): Promise<BareTab>;
  close(): Promise<void>;
}

/** A tab with an empty cache, as a phone of 390×844. */
export interface BareTab {
  send(method: string, params?: object): Promise<unknown>;
  on(event: string, listener: (params: never) => void): void;
  close(): Promise<void>;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

/**
 * Opens Chromium and speaks its protocol directly. Playwright and Lighthouse attach a debugger to each page
 * (`Runtime.enable`), and V8 then parses React again to find the source positions of errors: a fifth of a second on a phone
 * whose processor is slowed four times, in front of the first taps.
 */
export async function openBareBrowser(): Promise<BareBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "cliffhanger-controls-"));
  const child = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`, "about:blank"], { stdio: "ignore" });
  const connection = await connect(await addressOf(profile));
  return {
    open: () => openTab(connection),
    async close() {
      connection.close();
      await stop(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const FLAGS = [
  "--headless",
  "--remote-debugging-port=0",
  "--no-sandbox",
  "--disable-gpu",
  "--hide-scrollbars",
  "--disable-background-networking",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--no-first-run",
  "--lang=en-US",
  "--autoplay-policy=no-user-gesture-required",
];

/** Returns the address that the browser writes into its profile once it listens. */
async function addressOf(profile: string): Promise<string> {
  const begun = performance.now();
  while (performance.now() - begun < STARTED_MS) {
    const text = await readFile(join(profile, "DevToolsActivePort"), "utf8").catch(() => "");
    const [port, path] = text.split("\n");
    if (path) return `ws://127.0.0.1:${port}${path}`;
    await pause(20);
  }
  throw new Error(`${CHROMIUM} did not start within ${STARTED_MS / 1000} s.`);
}

interface Connection {
  send(method: string, params?: object, sessionId?: string): Promise<unknown>;
  on(sessionId: string, event: string, listener: (params: never) => void): void;
  close(): void;
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (params: never) => void>();
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, sessionId, method, params, result, error } = JSON.parse(String(data)) as Message;
    if (id === undefined) return listeners.get(`${sessionId} ${method}`)?.(params as never);
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  return {
    send(method, params = {}, sessionId) {
      const answer = Promise.withResolvers<unknown>();
      waiting.set(++last, answer);
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
      return answer.promise;
    },
    on: (sessionId, event, listener) => void listeners.set(`${sessionId} ${event}`, listener),
    close: () => socket.close(),
  };
}

async function openTab(connection: Connection): Promise<BareTab> {
  const { browserContextId } = (await connection.send("Target.createBrowserContext")) as {
    browserContextId: string;
  };
  const { targetId } = (await connection.send("Target.createTarget", {
    url: "about:blank",
    browserContextId,
  })) as { targetId: string };
  const { sessionId } = (await connection.send("Target.attachToTarget", { targetId, flatten: true })) as {
    sessionId: string;
  };
  const send: BareTab["send"] = (method, params) => connection.send(method, params, sessionId);
  await send("Page.enable");
  await send("Network.enable");
  // The benchmark is of a first visit.
  await send("Network.setBypassServiceWorker", { bypass: true });
  // As `mobile`, or with touch emulated, Chromium calculates the styles of the page that a link leaves once more: 20 ms of work
  // that no phone does. Touches are handled without it.
  await send("Emulation.setDeviceMetricsOverride", { ...SCREEN, deviceScaleFactor: 1, mobile: false });
  await send("Emulation.setFocusEmulationEnabled", { enabled: true });
  return {
    send,
    on: (event, listener) => connection.on(sessionId, event, listener),
    close: async () => void (await connection.send("Target.disposeBrowserContext", { browserContextId })),
  };
}
