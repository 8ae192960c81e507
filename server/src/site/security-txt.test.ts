import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { actingOn } from "#test/unaudited";
import { SettingError } from "./setting-forms.ts";
import { setSettings, unsetSettings } from "./settings.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ PUBLIC_ORIGIN: "https://watch.example.com" });
});
afterAll(() => app.close());

const read = () =>
  app.http.inject({ url: "/.well-known/security.txt", headers: { host: "watch.example.com" } });
const set = (key: string, value: string) =>
  setSettings({ ...actingOn(app), store: app.store }, [[key, value]]);

test("RFC 9116: security.txt names the operator's contact, else the contact form's address, and is missing without both", async () => {
  await unsetSettings(actingOn(app), ["sellerEmail"]);
  await expect.poll(async () => (await read()).statusCode).toBe(404);
  await set("sellerEmail", "hello@example.com");
  await expect.poll(async () => (await read()).body).toContain("Contact: mailto:hello@example.com\n");
  await set("securityContact", "security@example.com");
  await expect.poll(async () => (await read()).body).toContain("Contact: mailto:security@example.com\n");
  await set("securityContact", "https://example.com/report?to=us");
  await expect.poll(async () => (await read()).body).toContain("Contact: https://example.com/report?to=us\n");
  const { headers, body } = await read();
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toContain("Canonical: https://watch.example.com/.well-known/security.txt\n");
  expect(body).toContain("Preferred-Languages: en, es, fr, de, pt\n");
  const expires = new Date(/^Expires: (.+)$/m.exec(body)?.[1] ?? "").getTime() - app.clock.now().getTime();
  expect(expires / 86_400_000).toBeGreaterThan(90);
  expect(expires / 86_400_000).toBeLessThan(365);
});

test.each([
  "not an address",
  "http://example.com/",
  "https://user:word@example.com/",
  "a@b.example\nContact: x",
  "",
])("a contact that is neither an address nor an https page is refused: %j", async (value) => {
  await expect(set("securityContact", value)).rejects.toThrow(SettingError);
});
