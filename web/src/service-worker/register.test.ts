import { afterEach, expect, test, vi } from "vitest";
import { registerWorker } from "./register.ts";

afterEach(() => vi.unstubAllGlobals());

/** A version of the worker that is installed, and not of this page's build. */
function workerOf(container: EventTarget) {
  const worker = {
    state: "installed",
    postMessage(message: { type: string }, [port]: MessagePort[] = []) {
      if (message.type === "entry") port?.postMessage(false);
      // Only a waiting worker can take over.
      else if (worker.state === "installed") {
        worker.state = "activated";
        container.dispatchEvent(new Event("controllerchange"));
      }
    },
  };
  return worker;
}

const loadNothing = () => Promise.resolve();

/** Registers on a page whose browser has a newer version waiting. Resolves with that, and what the prompt's button does. */
async function offered() {
  const container = Object.assign(new EventTarget(), { controller: {}, ready: new Promise(() => undefined) });
  const first = workerOf(container);
  const workers: { waiting: typeof first | null } = { waiting: first };
  const registration = Object.assign(new EventTarget(), workers);
  vi.stubGlobal("navigator", {
    serviceWorker: Object.assign(container, { register: async () => registration }),
  });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { getElementById: () => null }));
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { reload });
  const onReload = await new Promise<() => void>((resolve) => {
    void registerWorker(async (offer) => resolve(offer), loadNothing);
  });
  return { container, registration, first, onReload, reload };
}

test("R1: Reload switches to the version that was offered", async () => {
  const { onReload, reload } = await offered();
  expect(reload).not.toHaveBeenCalled();
  onReload();
  expect(reload).toHaveBeenCalledOnce();
});

test("R1: Reload switches to a still newer version that came while the offer stood", async () => {
  const { container, registration, first, onReload, reload } = await offered();
  first.state = "redundant";
  registration.waiting = workerOf(container);
  onReload();
  expect(reload).toHaveBeenCalledOnce();
});

test("R1: Reload also reloads a tab after another one has switched to the new version", async () => {
  const { registration, first, onReload, reload } = await offered();
  first.state = "activated";
  registration.waiting = null;
  onReload();
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["offers the newer version, whose earlier parts are gone", false, 1],
  ["offers nothing where it is of that version itself", true, 0],
])("R1: a tab in which another one has switched versions %s", async (_what, isCurrent, offers) => {
  const asked = vi.fn<(message: object, ports: MessagePort[]) => void>((_message, [port]) =>
    port?.postMessage(isCurrent),
  );
  const controller = { postMessage: asked };
  const container = Object.assign(new EventTarget(), { controller, ready: new Promise(() => undefined) });
  const registration = Object.assign(new EventTarget(), { waiting: null });
  vi.stubGlobal("navigator", {
    serviceWorker: Object.assign(container, { register: async () => registration }),
  });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { getElementById: () => null }));
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { reload });
  const offered: (() => void)[] = [];
  await registerWorker(async (onReload) => void offered.push(onReload), loadNothing);
  container.dispatchEvent(new Event("controllerchange"));
  await expect.poll(() => asked.mock.calls).toHaveLength(1);
  // The answer of the worker arrives in a later task.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.poll(() => offered).toHaveLength(offers);
  offered[0]?.();
  expect(reload).toHaveBeenCalledTimes(offers);
});

test("R1: a tab has what offers a newer version before the browser can freeze it: after an update elsewhere nothing has it any more", async () => {
  const container = Object.assign(new EventTarget(), { controller: {}, ready: new Promise(() => undefined) });
  const registration = Object.assign(new EventTarget(), { waiting: null });
  vi.stubGlobal("navigator", {
    serviceWorker: Object.assign(container, { register: async () => registration }),
  });
  const page = Object.assign(new EventTarget(), { visibilityState: "visible", getElementById: () => null });
  vi.stubGlobal("document", page);
  const load = vi.fn<() => Promise<void>>(loadNothing);
  await registerWorker(async () => undefined, load);
  expect(load, "a tab that is watched needs it only once there is an update").not.toHaveBeenCalled();
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(load).toHaveBeenCalledOnce();
  // One that was opened in the background.
  await registerWorker(async () => undefined, load);
  expect(load).toHaveBeenCalledTimes(2);
});
