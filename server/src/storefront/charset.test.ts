import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test.each([
  "/",
  "/no-such-page",
  "/api/no-such-call",
  "/api/config",
  "/healthz",
  "/readyz",
  "/robots.txt",
  "/sitemap.xml",
  "/theme.css",
  "/.well-known/security.txt",
  "/manifest.webmanifest",
  "/icons/icon.svg",
  "/media/v/no-grant/no-asset/index.m3u8",
])("ASVS 4.1.1: the answer of %s names its media type and, being text, its charset", async (url) => {
  const { headers } = await app.http.inject(url);
  expect(headers["content-type"]).toMatch(/^[a-z]+\/[a-z+-]+; charset=utf-8$/);
});
