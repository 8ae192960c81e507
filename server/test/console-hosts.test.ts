import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "#platform/config";
import { type TestApp, testApp } from "./app.ts";

describe("C57, T33: with CONSOLE_ORIGIN each host answers its own alone", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({
      PUBLIC_ORIGIN: "https://watch.example.com",
      CONSOLE_ORIGIN: "https://console.example.com",
    });
  });
  afterAll(() => app.close());

  const ask = (
    host: string,
    url: string,
    more: Record<string, string> = {},
    method: "GET" | "POST" = "GET",
  ) =>
    app.http.inject({
      method,
      url,
      headers: { host, ...more },
      ...(method === "POST" ? { payload: {} } : {}),
    });

  test("the console's host answers its calls and pictures, and nothing of the viewers'", async () => {
    expect((await ask("console.example.com", "/api/console/me")).json().reason).toBe("operator_required");
    for (const url of [
      "/",
      "/api/config",
      "/api/user",
      "/browse/all",
      "/media/v/x/y/index.m3u8",
      "/robots.txt",
    ])
      expect((await ask("console.example.com", url)).statusCode, url).toBe(404);
    expect((await ask("console.example.com", "/healthz")).statusCode).toBe(200);
  });

  test("the site's host answers no call and no page of the console", async () => {
    expect((await ask("watch.example.com", "/api/config")).statusCode).toBe(200);
    for (const url of ["/console", "/console/team", "/api/console/me", "/api/console/openapi.json"])
      expect((await ask("watch.example.com", url)).statusCode, url).toBe(404);
    expect((await ask("elsewhere.example.com", "/api/console/me")).statusCode).toBe(421);
  });

  test("a call is accepted from the console's own page, by name, and not from the site's", async () => {
    const from = (origin: string) =>
      ask("console.example.com", "/api/console/session/passkey/options", { origin }, "POST");
    const accepted = await from("https://console.example.com");
    expect(accepted.json()).toMatchObject({ code: 200, info: { options: { rpId: "console.example.com" } } });
    expect((await from("https://watch.example.com")).statusCode).toBe(403);
    expect((await from("http://console.example.com")).statusCode).toBe(403);
  });

  test("T33: an answer is not readable from another origin", async () => {
    const { headers } = await ask("console.example.com", "/api/console/me", {
      origin: "https://watch.example.com",
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    expect(headers).toMatchObject({
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "private, no-store",
    });
  });
});

test("without CONSOLE_ORIGIN the console answers at the site's address, and by IP address offers no passkey", async () => {
  const app = await testApp();
  try {
    const ask = (host: string) =>
      app.http.inject({
        method: "POST",
        url: "/api/console/session/passkey/options",
        headers: { host, origin: `http://${host}` },
        payload: {},
      });
    expect((await ask("127.0.0.1:3000")).json().info).toMatchObject({
      options: null,
      passkeysMissing: "ip_address",
    });
    expect((await ask("localhost:3000")).json().info).toMatchObject({ passkeysMissing: null });
  } finally {
    await app.close();
  }
});

test.each([
  ["CONSOLE_ORIGIN", "http://console.example.com", "give https"],
  ["CONSOLE_ORIGIN", "https://console.example.com/path", "give https"],
  ["CONSOLE_ORIGIN", "https://watch.example.com", "same host as PUBLIC_ORIGIN"],
  ["CONSOLE_KEY", "short", "64 hexadecimal digits"],
  ["CONSOLE_IDLE_MINUTES", "2", "from 5 to 480"],
])("%s=%s is refused with what to give instead", (name, value, words) => {
  const env = { PUBLIC_ORIGIN: "https://watch.example.com", DATABASE_URL: "postgres://x/y", [name]: value };
  expect(() => readConfig(env, "/tmp")).toThrow(words);
});
