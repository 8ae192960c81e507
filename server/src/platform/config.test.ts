import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { addressOf, ConfigError, originWarning, readConfig, settings } from "./config.ts";
import { fileLimit } from "./serving-settings.ts";

const read = (env: Record<string, string>) => readConfig(env, "/srv/cliffhanger");

function faultsOf(env: Record<string, string>): string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test("an empty environment gives a demo on this machine", () => {
  const config = read({});
  expect(config).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicOrigin: null,
    demo: true,
    databaseUrl: null,
  });
  expect(config.dataDir).toBe("/srv/cliffhanger/data");
});

test("every fault of the settings is reported at once, with what to write instead", () => {
  const faults = faultsOf({
    PORT: "http",
    PUBLIC_ORIGIN: "example.com/app",
    DEMO: "yes",
    GRANT_KEYS: "short",
    METRICS_PORT: "99999",
    LOG_LEVEL: "loud",
    MEDIA_CACHE_MB: "many",
    TRUST_PROXY: "nginx",
  });
  expect(faults).toHaveLength(8);
  expect(faults.join("\n")).toContain("https://watch.example.com");
});

test("the settings of mail and Facebook are checked, and no message repeats a secret", () => {
  const faults = faultsOf({
    SMTP_URL: "mail.example.com:587/secret-word",
    MAIL_FROM: "a@example.com, b@example.com",
    FACEBOOK_APP_SECRET: "secret-word",
  });
  expect(faults).toHaveLength(3);
  expect(faults.join("\n")).not.toContain("secret-word");
  const app = { FACEBOOK_APP_ID: "1234567890", FACEBOOK_APP_SECRET: "secret-word" };
  expect(faultsOf(app).join("\n")).not.toContain("secret-word");
  expect(faultsOf({ ...app, FACEBOOK_APP_SECRET: "0123456789abcdef" })).toEqual([
    expect.stringContaining("without PUBLIC_ORIGIN"),
  ]);
});

test("mail is sent from the public host unless MAIL_FROM is set, and is not sent by default", () => {
  expect(read({})).toMatchObject({ smtpUrl: null, mailFrom: "no-reply@localhost", facebook: null });
  expect(read({ PUBLIC_ORIGIN: "https://watch.example.com:8443" }).mailFrom).toBe(
    "no-reply@watch.example.com",
  );
  expect(read({ MAIL_FROM: "Hello@Example.com" }).mailFrom).toBe("hello@example.com");
});

test("links use the public origin, or else the listening address", () => {
  expect(addressOf(read({ PUBLIC_ORIGIN: "https://watch.example.com/" }))).toBe("https://watch.example.com");
  expect(addressOf(read({ HOST: "::1", PORT: "3100" }))).toBe("http://[::1]:3100");
});

test("the demo is off by default as soon as real users may come", () => {
  expect(read({ PUBLIC_ORIGIN: "https://watch.example.com" }).demo).toBe(false);
  expect(read({ DATABASE_URL: "postgres://db/app" }).demo).toBe(false);
  expect(read({ PUBLIC_ORIGIN: "http://localhost:3000" }).demo).toBe(true);
  expect(read({ PUBLIC_ORIGIN: "https://watch.example.com", DEMO: "on" }).demo).toBe(true);
  expect(read({ DEMO: "off" }).demo).toBe(false);
  expect(read({ HOST: "0.0.0.0" }).demo).toBe(false);
  expect(read({ HOST: "::" }).demo).toBe(false);
  expect(read({ HOST: "192.0.2.7", DEMO: "on" }).demo).toBe(true);
  for (const host of ["127.0.0.2", "::1", "localhost"]) expect(read({ HOST: host }).demo).toBe(true);
});

test("two grant keys may be set for rotation, but not under one name", () => {
  const secret = "0123456789abcdef0123456789abcdef";
  expect(read({ GRANT_KEYS: `k2:${secret},k1:${secret}` }).grantKeys?.map((key) => key.id)).toEqual([
    "k2",
    "k1",
  ]);
  expect(faultsOf({ GRANT_KEYS: `k1:${secret},k1:${secret}` })).toHaveLength(1);
});

test("O25: the settings of the edge are checked together, and no message repeats a secret", () => {
  const secret = "0123456789abcdef0123456789abcdef";
  const edge = { MEDIA_EDGE: "checked", ORIGIN_SECRET: secret, GRANT_KEYS: `k1:${secret}` };
  expect(read({}).edge).toMatchObject({
    isChecked: false,
    originSecret: null,
    mediaOrigin: null,
    grantSeconds: 600,
  });
  expect(read({ ...edge, GRANT_SECONDS: "60" }).edge).toMatchObject({ isChecked: true, grantSeconds: 60 });
  const faults: [Record<string, string>, string][] = [
    [{ MEDIA_EDGE: "on" }, "MEDIA_EDGE"],
    [{ MEDIA_EDGE: "checked", GRANT_KEYS: edge.GRANT_KEYS }, "ORIGIN_SECRET is not set"],
    [{ MEDIA_EDGE: "checked", ORIGIN_SECRET: secret }, "GRANT_KEYS is not set"],
    [{ ORIGIN_SECRET: "short-secret" }, "ORIGIN_SECRET is too short"],
    [{ GRANT_SECONDS: "59" }, "from 60 to 600"],
    [{ GRANT_SECONDS: "601" }, "from 60 to 600"],
    [{ MEDIA_ORIGIN: "https://media.example.com" }, "without PUBLIC_ORIGIN"],
    [{ MEDIA_ORIGIN: "http://media.example.com", PUBLIC_ORIGIN: "https://example.com" }, "MEDIA_ORIGIN"],
    [{ MEDIA_ORIGIN: "https://media.example.com/x", PUBLIC_ORIGIN: "https://example.com" }, "MEDIA_ORIGIN"],
    [{ PURGE_COMMAND: "purge.sh" }, "absolute path"],
  ];
  for (const [env, text] of faults) {
    expect(faultsOf(env)).toEqual([expect.stringContaining(text)]);
    expect(faultsOf(env).join()).not.toMatch(/short-secret|0123456789/);
  }
  const site = "https://watch.example.com";
  expect(read({ PUBLIC_ORIGIN: site, MEDIA_ORIGIN: `${site}/` }).edge.mediaOrigin).toBeNull();
});

test("README and .env.example list every setting", async () => {
  const root = new URL("../../../", import.meta.url);
  const [readme, example] = await Promise.all([
    readFile(new URL("README.md", root), "utf8"),
    readFile(new URL(".env.example", root), "utf8"),
  ]);
  for (const { name } of settings) {
    expect(readme, `README lacks ${name}`).toContain(`\`${name}\``);
    expect(example, `.env.example lacks ${name}`).toMatch(new RegExp(`^#?${name}=`, "m"));
  }
});

test("links use an address that can be opened, whatever HOST is", () => {
  const of = (env: Record<string, string>) => new URL(addressOf(read(env))).hostname;
  for (const HOST of ["0.0.0.0", "::", "0:0:0:0:0:0:0:0", "::0"]) {
    expect([HOST, of({ HOST })]).not.toEqual([HOST, "0.0.0.0"]);
    expect([HOST, of({ HOST })]).not.toEqual([HOST, "[::]"]);
  }
  expect(of({ HOST: "192.0.2.7" })).toBe("192.0.2.7");
  expect(of({ HOST: "0.0.0.0", PUBLIC_ORIGIN: "https://watch.example.com" })).toBe("watch.example.com");
});

test("a site that others can reach without PUBLIC_ORIGIN gives a warning, one on this machine does not", () => {
  for (const HOST of ["0.0.0.0", "::", "192.0.2.7", "2001:db8::1"])
    expect(originWarning(read({ HOST }))).toMatch(new RegExp(`HOST is ${HOST}.*Set PUBLIC_ORIGIN`));
  for (const HOST of ["127.0.0.1", "localhost", "::1", ""]) expect(originWarning(read({ HOST }))).toBeNull();
  expect(originWarning(read({ HOST: "0.0.0.0", PUBLIC_ORIGIN: "https://watch.example.com" }))).toBeNull();
});

test("metrics are on loopback unless METRICS_HOST says otherwise, whatever HOST is", () => {
  expect(read({ HOST: "0.0.0.0", METRICS_PORT: "9100" })).toMatchObject({
    metricsHost: "127.0.0.1",
    metricsToken: null,
  });
  expect(read({ METRICS_HOST: "10.0.0.5", METRICS_TOKEN: "a-token-of-16-or-more" })).toMatchObject({
    metricsHost: "10.0.0.5",
    metricsToken: "a-token-of-16-or-more",
  });
  expect(faultsOf({ METRICS_TOKEN: "short" })).toEqual([expect.stringContaining("METRICS_TOKEN")]);
});

test("T28: the server does not start when others can reach its metrics without a token", () => {
  for (const METRICS_HOST of ["0.0.0.0", "::", "10.0.0.5", "metrics.example.com"])
    expect(faultsOf({ METRICS_PORT: "9100", METRICS_HOST }), METRICS_HOST).toEqual([
      expect.stringContaining("METRICS_TOKEN"),
    ]);
  for (const METRICS_HOST of ["127.0.0.1", "::1", "localhost"])
    expect(read({ METRICS_PORT: "9100", METRICS_HOST })).toMatchObject({ metricsHost: METRICS_HOST });
  expect(read({ METRICS_HOST: "0.0.0.0" })).toMatchObject({ metricsPort: null });
});

test("O24, O13: connection caps and the drain time are settings with clear error messages", () => {
  const limit = fileLimit();
  expect(read({}).serving).toMatchObject({
    drainSeconds: 5,
    maxConnectionsPerAddress: 256,
    readyNeedsMedia: false,
  });
  expect(read({}).serving.maxConnections).toBe(Math.min(10_000, limit - 512));
  expect(read({ MAX_CONNECTIONS: "100" }).serving).toMatchObject({
    maxConnections: 100,
    maxConnectionsPerAddress: 50,
  });
  const faults = faultsOf({
    DRAIN_SECONDS: "-1",
    MAX_CONNECTIONS: "3",
    MAX_CONNECTIONS_PER_ADDRESS: "none",
    READY_NEEDS_MEDIA: "yes",
  });
  expect(faults).toEqual([
    'MAX_CONNECTIONS is "3"; give a number from 10 to 100000.',
    'READY_NEEDS_MEDIA is "yes"; give 1 or 0.',
    'DRAIN_SECONDS is "-1"; give whole seconds from 0 to 600.',
    'MAX_CONNECTIONS_PER_ADDRESS is "none"; give a number from 1 to 100000.',
  ]);
  expect(faultsOf({ MAX_CONNECTIONS: String(limit) })).toEqual([
    expect.stringMatching(/may open \d+ files|give a number from 10 to 100000/),
  ]);
});
