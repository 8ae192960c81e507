import type { Plan, PlanList, Site, Subscription } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { createShell } from "../shell.tsx";

const shell = await createShell({
  template: '<html lang="en"><head><!--head--></head><body><!--app--><!--state--></body></html>',
  manifest: {},
});
const site: Site = {
  name: "Night Tram",
  logo: null,
  colours: { accent: "#ff4f64", accentEnd: "#ff8a4c" },
  seller: { name: "Night Tram Films", address: "", email: "hello@night.example" },
  languages: ["en"],
  facebook: false,
  mail: false,
  errors: { dsn: null, dsnMarketing: null, marketingDomain: null },
};
const money = (amount: number, display: string) => ({ amount, currency: "USD", exponent: 2, display });
const plan = (periodDays: number, display: string): Plan => ({
  id: `plan-${periodDays}`,
  name: `${periodDays} days`,
  description: "",
  price: money(999, display),
  perDay: money(50, "$0.50"),
  periodDays,
  trialDays: 0,
  badge: null,
});
const plans = [plan(7, "$9.99"), plan(30, "$19.99"), plan(365, "$99.99")];
const subscription: Subscription = {
  id: "sub",
  state: "active",
  plan: plan(30, "$14.99"),
  renewsAt: "2026-12-23T10:00:00.000Z",
  periodDays: 30,
  cancelAtPeriodEnd: false,
  renewalMode: "auto",
  nextCharge: money(1499, "$14.99"),
  method: { type: "card", brand: "visa", last4: "4242" },
  methodExpires: null,
  startedAt: "2026-11-23T10:00:00.000Z",
  accessUntil: "2026-12-23T10:00:00.000Z",
  payOrderId: null,
  willRetry: false,
  pendingPlan: null,
};

const change: PlanList["change"] = [
  {
    planId: "plan-7",
    kind: "atEnd",
    charge: money(999, "$9.99"),
    credit: money(0, "$0.00"),
    at: subscription.renewsAt,
  },
  {
    planId: "plan-365",
    kind: "now",
    charge: money(8600, "$86.00"),
    credit: money(1399, "$13.99"),
    at: "2026-11-25T10:00:00.000Z",
  },
];

/** Returns the text of the page that a subscriber sees, with and without its markup. */
function renderFor(changes: Partial<Subscription>, offered = change): { text: string; html: string } {
  const result: PlanList = {
    plans,
    unlock: null,
    forGuests: true,
    methods: [{ type: "paypal" }],
    consent: {
      version: "1",
      text: "Terms",
      unlockText: "Terms",
      keep: { version: "1", card: "Keep", paypal: "Keep" },
    },
    saved: [],
    subscription: { ...subscription, ...changes },
    change: offered,
    resume: null,
    at: "2026-11-25T10:00:00.000Z",
  };
  const { html } = shell.render({
    url: "/shopping",
    language: "en",
    origin: "https://watch.example",
    site,
    queries: [{ name: "GET /api/plan", params: {}, result }],
  });
  const main = /<main[^>]*>(.*?)<\/main>/s.exec(html)?.[1] ?? "";
  const text = main.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return { text, html: main };
}

test("R25: a subscriber sees every plan, the current one marked with their price, and what changing costs", () => {
  const { text, html } = renderFor({});
  for (const expected of ["7 days", "$9.99", "30 days", "$14.99", "365 days", "$99.99"])
    expect(text).toContain(expected);
  expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  expect(text).toMatch(/30 days[^$]*Your plan/);
  expect(text).not.toContain("$19.99");
  expect(html).not.toMatch(/type="radio"/);
  expect(text).toMatch(/7 days.*Change on 23 December 2026.*365 days.*Change now for \$86\.00/);
  expect(html.match(/<button/g)).toHaveLength(2);
});

test("case 113: a planned change is named with its day and price, and can be dropped", () => {
  const pendingPlan = {
    id: "plan-7",
    name: "7 days",
    at: subscription.renewsAt,
    price: money(999, "$9.99"),
    periodDays: 7,
  };
  const { text } = renderFor({ pendingPlan });
  expect(text).toContain("From 23 December 2026: 7 days, $9.99");
  expect(text).toContain("Keep 30 days instead");
  expect(text).not.toContain("Change on");
  // After a cancellation it does not begin; choosing it again takes the cancellation back.
  const { text: cancelled } = renderFor({ pendingPlan, cancelAtPeriodEnd: true, nextCharge: null });
  expect(cancelled).not.toContain("From 23 December 2026: 7 days");
  expect(cancelled).toContain("Change on 23 December 2026");
});

test.each([
  ["is about to renew", {}, "once the renewal of 23 December 2026 is done"],
  ["is late", { state: "past_due", payOrderId: "o1" }, "Pay what is due, or cancel on your account page"],
] as const)(
  "R25, R41: a subscriber whose membership %s sees when they can change it",
  (_, changes, expected) => {
    const { text, html } = renderFor(changes, []);
    expect(text).toContain(expected);
    expect(html).toContain('href="/individual"');
  },
);

test("R41: a membership that is not charged automatically is not said to renew", () => {
  const { text } = renderFor({ renewalMode: "manual", nextCharge: null });
  expect(text).not.toContain("It renews on");
  expect(text).toContain("Open until 23 December 2026");
});

test("R25: a plan that is no longer sold is still shown to its subscriber", () => {
  const { text, html } = renderFor({ plan: plan(90, "$44.99") });
  expect(text).toMatch(/90 days[^$]*Your plan.*\$44.99/);
  expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  expect(text).toContain("$19.99");
});
