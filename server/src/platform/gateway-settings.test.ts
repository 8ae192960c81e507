import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const live = {
  STRIPE_SECRET_KEY: "sk_live_abc",
  STRIPE_PUBLISHABLE_KEY: "pk_live_abc",
  STRIPE_WEBHOOK_SECRET: "whsec_abc",
};
const trial = {
  STRIPE_SECRET_KEY: "sk_test_abc",
  STRIPE_PUBLISHABLE_KEY: "pk_test_abc",
  STRIPE_WEBHOOK_SECRET: "whsec_abc,whsec_old",
};
const paypal = { PAYPAL_CLIENT_ID: "client", PAYPAL_CLIENT_SECRET: "secret", PAYPAL_WEBHOOK_ID: "WH-1" };
const open = { PUBLIC_ORIGIN: "https://watch.example.com" };

const read = (env: Record<string, string>) => readConfig(env, "/srv/cliffhanger");

function faultsOf(env: Record<string, string>): string {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.join("\n");
    throw error;
  }
  return "";
}

test("R6: real keys in the environment are all it takes to sell", () => {
  const config = read({ ...open, ...live, ...paypal });
  expect(config.demo).toBe(false);
  expect(config.stripe).toMatchObject({
    apiUrl: null,
    scriptUrl: "https://js.stripe.com/endive/stripe.js",
    webhookSecrets: ["whsec_abc"],
  });
  expect(config.paypal).toMatchObject({ live: true });
  expect(config.paypal?.apiUrl.href).toBe("https://api-m.paypal.com/");
});

test("PAYPAL_COUNTRY is a country of two letters, or nothing", () => {
  expect(read({ ...open, ...paypal }).paypal).toMatchObject({ country: null });
  expect(read({ ...open, ...paypal, PAYPAL_COUNTRY: "BR" }).paypal).toMatchObject({ country: "BR" });
  for (const wrong of ["br", "Brazil", "B1"])
    expect(faultsOf({ ...open, ...paypal, PAYPAL_COUNTRY: wrong })).toContain("PAYPAL_COUNTRY");
});

test("a forgotten key never turns into a demo on a public address, and a live key ends the demo anywhere", () => {
  expect(read(open)).toMatchObject({ demo: false, stripe: null, paypal: null });
  expect(read({})).toMatchObject({ demo: true, stripe: null, paypal: null });
  expect(read(live).demo).toBe(false);
  expect(read(paypal).demo).toBe(false);
  expect(read({ ...paypal, PAYPAL_ENV: "sandbox" }).demo).toBe(true);
  expect(faultsOf({ ...live, DEMO: "on" })).toContain("DEMO is on beside a key that moves real money");
});

test("case 65: a live key beside another host refuses to start, whatever is allowed", () => {
  const host = "http://127.0.0.1:4242";
  const allowed = { PAYMENTS_ALLOW_SANDBOX: "1" };
  expect(faultsOf({ ...live, ...allowed, STRIPE_API_URL: host })).toContain(
    "STRIPE_SECRET_KEY is a live key",
  );
  expect(faultsOf({ ...paypal, ...allowed, PAYPAL_API_URL: host })).toContain("PAYPAL_ENV is live");
  expect(faultsOf({ ...trial, STRIPE_API_URL: host })).toContain("set PAYMENTS_ALLOW_SANDBOX=1");
  expect(read({ ...trial, ...allowed, STRIPE_API_URL: host }).stripe?.scriptUrl).toBe(
    `${host}/endive/stripe.js`,
  );
});

test("case 65: test keys do not sell to the public unless somebody says so", () => {
  expect(faultsOf({ ...open, ...trial })).toContain("STRIPE_SECRET_KEY is a test key");
  expect(faultsOf({ ...open, ...paypal, PAYPAL_ENV: "sandbox" })).toContain("PAYPAL_ENV is sandbox");
  const config = read({ ...open, ...trial, ...paypal, PAYPAL_ENV: "sandbox", PAYMENTS_ALLOW_SANDBOX: "1" });
  expect(config.stripe?.webhookSecrets).toEqual(["whsec_abc", "whsec_old"]);
  expect(config.paypal).toMatchObject({ live: false });
  expect(config.paypal?.apiUrl.host).toBe("api-m.sandbox.paypal.com");
  expect(read(trial).stripe?.secretKey).toBe("sk_test_abc");
});

test("case 65: a webhook that could not be checked, half a set of keys and keys of two modes refuse to start", () => {
  const { STRIPE_WEBHOOK_SECRET: _secret, ...noSecret } = live;
  expect(faultsOf({ ...open, ...noSecret })).toContain("STRIPE_WEBHOOK_SECRET");
  const { PAYPAL_WEBHOOK_ID: _id, ...noId } = paypal;
  expect(faultsOf({ ...open, ...noId })).toContain("PAYPAL_WEBHOOK_ID");
  expect(faultsOf({ ...open, ...live, STRIPE_PUBLISHABLE_KEY: "pk_test_abc" })).toContain("different modes");
  expect(faultsOf({ ...open, ...live, STRIPE_WEBHOOK_SECRET: "abc" })).toContain("whsec_");
  expect(faultsOf({ ...open, ...live, STRIPE_SECRET_KEY: "pk_live_abc" })).toContain("sk_live_");
});

test("no fault repeats a secret", () => {
  const env = {
    ...open,
    STRIPE_SECRET_KEY: "topsecret1",
    PAYPAL_CLIENT_SECRET: "topsecret2",
    PAYPAL_ENV: "x",
  };
  expect(faultsOf(env)).not.toContain("topsecret");
});
