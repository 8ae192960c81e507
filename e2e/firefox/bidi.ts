import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The limit for Firefox's start and for each answer, in milliseconds. */
const timeoutMs = 60_000;

/** A WebDriver action of a pointer, wheel or keyboard. */
type Action = Record<string, unknown>;

/** A page of an unmodified Firefox, driven through its WebDriver BiDi. */
export interface FirefoxPage {
  open(url: string): Promise<void>;
  /** Evaluates an expression without user activation. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks with the mouse at a point of the page. */
  click(x: number, y: number): Promise<void>;
  /** Turns the mouse wheel over a point of the page. */
  wheel(x: number, y: number, deltaY: number): Promise<void>;
  /** Presses and releases a key. */
  press(key: string): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  id?: number;
  type: "success" | "error" | "event";
  result?: unknown;
  error?: string;
  message?: string;
}

/** Starts a headless Firefox with a new profile and the default autoplay rule. */
export async function openFirefox(program: string): Promise<FirefoxPage> {
  const profile = await mkdtemp(join(tmpdir(), "cliffhanger-firefox-"));
  // A new profile must not call other hosts or show anything over the page.
  const preferences = {
    "app.normandy.enabled": false,
    "app.update.disabledForTesting": true,
    "browser.aboutwelcome.enabled": false,
    "browser.safebrowsing.update.enabled": false,
    "browser.shell.checkDefaultBrowser": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "extensions.getAddons.cache.enabled": false,
    "media.gmp-manager.updateEnabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "toolkit.telemetry.reportingpolicy.firstRun": false,
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});`);
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const firefox = spawn(
    program,
    ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile, "about:blank"],
    { env: { ...process.env, HOME: profile }, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = once(firefox, "exit");
  const stop = async () => {
    firefox.kill("SIGTERM");
    await ended;
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const socket = await connect(await addressOf(firefox.stderr));
    return await drive(socket, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads Firefox's address from its standard error. */
function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`Firefox did not start. It said:\n${said}`)), timeoutMs);
    stderr.setEncoding("utf8");
    stderr.on("data", (text: string) => {
      said += text;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (!address) return;
      clearTimeout(timer);
      resolve(`${address}/session`);
    });
  });
}

async function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(`No connection to ${address}.`)), { once: true });
  });
  return socket;
}

async function drive(socket: WebSocket, stop: () => Promise<void>): Promise<FirefoxPage> {
  let count = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });

  async function send<T>(method: string, params: object): Promise<T> {
    count += 1;
    const id = count;
    const answer = await new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Firefox did not answer ${method}.`)), timeoutMs);
      waiting.set(id, (given) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(given);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === "error") throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result as T;
  }

  await send("session.new", { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context;
  if (!context) throw new Error("Firefox has no page.");
  await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 800 } });

  const perform = (type: "pointer" | "wheel" | "key", actions: Action[]) =>
    send<void>("input.performActions", { context, actions: [{ type, id: type, actions }] });
  return {
    async open(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async evaluate<T>(expression: string): Promise<T> {
      const { result, exceptionDetails } = await send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>("script.evaluate", {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: false,
        userActivation: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? "null") as T;
    },
    click: (x, y) =>
      perform("pointer", [
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]),
    wheel: (x, y, deltaY) => perform("wheel", [{ type: "scroll", x, y, deltaX: 0, deltaY }]),
    press: (key) =>
      perform("key", [
        { type: "keyDown", value: key },
        { type: "keyUp", value: key },
      ]),
    async close() {
      await send("session.end", {}).catch(() => undefined);
      socket.close();
      await stop();
    },
  };
}
