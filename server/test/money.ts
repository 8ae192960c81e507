import { silentLog } from "#test/silent-log";
import { control, type SandboxGateways, startGateways } from "../src/sandbox-gateways.ts";
import { type TestApp, type TestOutside, testApp } from "./app.ts";
import { openDoor } from "./door.ts";
import { runDueTasks } from "./due.ts";

/** The stand-ins' control pages, asked as their people would. */
export interface Stand {
  get(path: string): Promise<unknown>;
  post(path: string, body?: object): Promise<unknown>;
  put(path: string, body?: object): Promise<unknown>;
}

/** The real app beside the real stand-ins of both gateways, listening so that webhooks reach it. */
export interface TestMoney extends TestApp {
  origin: string;
  gateways: SandboxGateways;
  stripe: Stand;
  paypal: Stand;
  /** Moves our clock and the stand-ins' together. */
  advance(seconds: number): Promise<void>;
  /** Does everything that is due by the clock, as the background would, until nothing is left. */
  work(): Promise<void>;
}

/** Boots app and stand-ins for a test file, in `beforeAll`. Work in the background is done by `work()` alone. */
export async function testMoney(
  env: Record<string, string> = {},
  outside: TestOutside = {},
): Promise<TestMoney> {
  // The app must know its address before it listens: payment pages lead back to it.
  const door = await openDoor();
  const origin = `http://127.0.0.1:${door.port}`;
  const gateways = await startGateways({ port: 0, elsewhere: false, folder: null, log: silentLog }, origin);
  const { stripe, paypal, pages } = gateways;
  const app = await testApp({ PORT: String(door.port), ...env }, { stripe, paypal, ...outside }).catch(
    async (error: unknown) => {
      await Promise.all([door.close(), gateways.stop()]);
      throw error;
    },
  );
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  door.serve((socket) => app.http.server.emit("connection", socket));
  const tell = async () => {
    const offset = (app.clock.now().getTime() - Date.now()) / 1000;
    await Promise.all(Object.values(pages).map((page) => control(page, "POST", "/clock", { offset })));
  };
  await tell();
  return {
    ...app,
    origin,
    gateways,
    stripe: stand(pages.stripe),
    paypal: stand(pages.paypal),
    async advance(seconds) {
      app.clock.advance(seconds);
      await tell();
    },
    work: () => runDueTasks(app),
    async close() {
      await app.close();
      await door.close();
      await gateways.stop();
    },
  };
}

function stand(page: string): Stand {
  return {
    get: (path) => control(page, "GET", path),
    post: (path, body) => control(page, "POST", path, body ?? {}),
    put: (path, body) => control(page, "PUT", path, body ?? {}),
  };
}
