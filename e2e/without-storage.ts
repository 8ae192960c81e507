import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";

/**
 * Runs a journey on a phone whose browser stores neither cookies nor anything else. It needs the whole browser: the headless
 * shell does not read the preferences of a profile.
 */
export async function withoutStorage(
  origin: string,
  journey: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), "cliffhanger-profile-"));
  await mkdir(join(profile, "Default"));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, "Default/Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env["WHOLE_CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--autoplay-policy=no-user-gesture-required",
    ],
    locale: "en-US",
    baseURL: origin,
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  try {
    await journey(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}
