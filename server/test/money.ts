import { silentLog } from "#test/silent-log";
import { control, type SandboxGateways, startGateways } from "../src/sandbox-gateways.ts";
import { type TestApp, type TestOutside, testApp } from "./app.ts";
import { runDueTasks } from "./due.ts";
import { reservePort } from "./reserved-port.ts";
import { openSimulator } from "./simulators.ts";

/** Calls the simulators' control pages. */
export interface ControlPage {
  get(path: string): Promise<unknown>;
  post(path: string, body?: object): Promise<unknown>;
  put(path: string, body?: object): Promise<unknown>;
}

/** The real app and the simulators of both gateways; the app listens, so that webhooks reach it. */
export interface TestMoney extends TestApp {
  origin: string;
  gateways: SandboxGateways;
  stripe: ControlPage;
  paypal: ControlPage;
  /** Moves our clock and the simulators' clocks together. */
  advance(seconds: number): Promise<void>;
  /** Runs everything that is due, as the background would, until nothing is left. */
  work(): Promise<void>;
}

/** Starts the app and the simulators for a test file, in `beforeAll`. Background work runs only in `work()`. */
export async function testMoney(
  env: Record<string, string> = {},
  outside: TestOutside = {},
): Promise<TestMoney> {
  // The app must know its address before it listens: payment pages return to it.
  const port = await reservePort();
  const origin = `http://127.0.0.1:${port.port}`;
  const gateways = await startGateways(
    { port: 0, elsewhere: false, folder: null, log: silentLog, start: openSimulator },
    origin,
  );
  const { stripe, paypal, pages } = gateways;
  const app = await testApp({ PORT: String(port.port), ...env }, { stripe, paypal, ...outside }).catch(
    async (error: unknown) => {
      await Promise.all([port.close(), gateways.stop()]);
      throw error;
    },
  );
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  port.serve((socket) => app.http.server.emit("connection", socket));
  const syncClocks = async () => {
    const offset = (app.clock.now().getTime() - Date.now()) / 1000;
    await Promise.all(Object.values(pages).map((page) => control(page, "POST", "/clock", { offset })));
  };
  // Months pass here in a second, so a limit per second of real time would say nothing.
  await control(pages.stripe, "POST", "/pace", { most: null });
  await syncClocks();
  return {
    ...app,
    origin,
    gateways,
    stripe: controlPage(pages.stripe),
    paypal: controlPage(pages.paypal),
    async advance(seconds) {
      app.clock.advance(seconds);
      await syncClocks();
    },
    work: () => runDueTasks(app),
    async close() {
      await app.close();
      await port.close();
      await gateways.stop();
    },
  };
}

function controlPage(page: string): ControlPage {
  return {
    get: (path) => control(page, "GET", path),
    post: (path, body) => control(page, "POST", path, body ?? {}),
    put: (path, body) => control(page, "PUT", path, body ?? {}),
  };
}
