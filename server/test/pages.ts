import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#platform/config";
import { type TestApp, testApp } from "#test/app";
import { raisedLimits } from "#test/raised-limits";
import { silentLog } from "#test/silent-log";
import { type App, createApp, type Shell } from "../src/app.ts";

/** The origin of the card form's script. */
export const cardScriptUrl = "https://js.stripe.com/endive/stripe.js";

/** The app with pages, rendered by a shell of the test. */
export interface TestPages {
  app: TestApp;
  /** A node that renders pages and accepts cards. No gateway is called. */
  node: App;
  /** Opens another node on the same database, which accepts no cards. */
  withoutCards(): Promise<App>;
  close(): Promise<void>;
}

/** Starts it for a test file, in `beforeAll`. */
export async function testPages(shell: Shell): Promise<TestPages> {
  const app = await testApp();
  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-web-"));
  const config = readConfig({ ...raisedLimits, DATA_DIR: folder, LOG_LEVEL: "silent" }, folder);
  const stripe = {
    secretKey: "sk_test_pages",
    publishableKey: "pk_test_pages",
    webhookSecrets: ["whsec_pages"],
    apiUrl: null,
    scriptUrl: cardScriptUrl,
  };
  const open = async (settings: typeof config): Promise<App> => {
    const node = await createApp({
      ...app,
      config: settings,
      log: silentLog,
      web: { shell, folder },
      role: "web",
    });
    await node.http.ready();
    return node;
  };
  const node = await open({ ...config, stripe });
  return {
    app,
    node,
    withoutCards: () => open(config),
    async close() {
      await node.stop();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
