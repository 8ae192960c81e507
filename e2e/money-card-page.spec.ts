import type { Page, Request } from "@playwright/test";
import { found } from "./card-numbers.ts";
import {
  answerBank,
  callOf,
  cardCharges,
  cards,
  expectPaid,
  lockedSeries,
  openCardOrder,
  orderIn,
  payButton,
  payByCard,
} from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

declare global {
  interface Window {
    violations: string[];
  }
  interface Document {
    featurePolicy: { getAllowlistForFeature(name: string): string[]; allowsFeature(name: string): boolean };
  }
}

const asksForPayment = (page: Page) => page.evaluate(() => document.featurePolicy.allowsFeature("payment"));

test("R28, R53, R92, case 39, case 84, case 85: the card form calls only us and the gateway, and only its page allows payments; its fields keep our size; after a bank's refusal another card pays the same order, with the bank's step within the page", async ({
  page,
  origin,
  simulators,
}) => {
  const { asked, policies, toUs } = recordCalls(page, origin);
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      window.violations.push(`${effectiveDirective} ${blockedURI}`);
    });
  });
  await becomeMember(page, "/");
  expect(await asksForPayment(page)).toBe(false);
  const orderId = await openCardOrder(page, origin);
  await expectFieldsInPlace(page);
  expect(await asksForPayment(page)).toBe(true);
  const allowed = await page.evaluate(() => document.featurePolicy.getAllowlistForFeature("payment"));
  expect(allowed).toContain(simulators.stripe);
  expect(await page.evaluate(() => window.violations)).toEqual([]);

  const { info } = await callOf<{ total: { amount: number } }>(
    page,
    "GET",
    `/api/payment?orderId=${orderId}`,
  );
  await payByCard(page, cards.noFunds);
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: "There is not enough money on this card. Nothing was charged;" }),
  ).toBeVisible();
  await expect(payButton(page)).toHaveText(`Pay $${(info.total.amount / 100).toFixed(2)}`);
  expect(orderIn(page)).toBe(orderId);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(0);
  await payByCard(page, cards.asksAlways);
  await expect(payButton(page)).toHaveText("Confirm with your bank…");
  await answerBank(page, "Complete authentication");
  await expectPaid(page);
  expect(orderIn(page)).toBe(orderId);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);

  expect([...asked.keys()].toSorted()).toEqual([origin, simulators.stripe].toSorted());
  const hosts = policies.flatMap((policy) => policy.match(/(?:https?|wss?):[^\s;]+|\*/g) ?? []);
  expect(policies.length).toBeGreaterThan(0);
  expect(new Set(hosts)).toEqual(new Set([simulators.stripe]));
  // The gateway's script sets style attributes; the policy allows no other inline content.
  const strict = policies.map((policy) => policy.replace("; style-src-attr 'unsafe-inline'", ""));
  expect(strict.join()).not.toMatch(/unsafe|data: *;? *script/);
  expect(toUs.length).toBeGreaterThan(10);
  expect(toUs.flatMap(found)).toEqual([]);
  expect(toUs.filter((text) => /"(?:cvc|cvv|cvn|exp\w*|number|card)":/i.test(text))).toEqual([]);

  const watch = `/videos/${(await lockedSeries(origin)).id}`;
  for (const path of ["/", watch]) {
    await page.goto(path);
    expect(await asksForPayment(page)).toBe(false);
  }
});

/** Records the paths that a page asks each host for, the policies of the card form, and whole requests to us. */
function recordCalls(page: Page, origin: string) {
  const asked = new Map<string, Set<string>>();
  const policies: string[] = [];
  const toUs: string[] = [];
  page.on("request", (request) => {
    const { origin: host, pathname } = new URL(request.url());
    if (host === "null") return;
    asked.set(host, (asked.get(host) ?? new Set()).add(pathname));
    if (host === origin) toUs.push(wholeOf(request));
  });
  page.on("response", (response) => {
    if (response.url().includes("/order/easy"))
      policies.push(response.headers()["content-security-policy"] ?? "");
  });
  return { asked, policies, toUs };
}

/** Checks the gateway's fields on a phone and at a desk: our size, inside their boxes, and apart. */
async function expectFieldsInPlace(page: Page): Promise<void> {
  const fields = page.locator("iframe[title^='Secure']");
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(fields).toHaveCount(3);
    await expect(page.locator("[id$='-box'] + span")).toHaveCount(0);
    const seen = await fields.evaluateAll((frames) =>
      frames.map((frame) => {
        const { x, y, width, height } = frame.getBoundingClientRect();
        const around = frame.closest("[role=group]")?.getBoundingClientRect();
        const inside = around && x >= around.x && x + width <= around.right && y + height <= around.bottom;
        return { x, y, width, height, inside };
      }),
    );
    for (const { height, width, inside } of seen) {
      expect(height).toBe(44);
      expect(width).toBeGreaterThan(60);
      expect(inside).toBe(true);
    }
    const overlaps = seen.flatMap((one, at) =>
      seen
        .slice(at + 1)
        .filter(
          (other) =>
            one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        ),
    );
    expect(overlaps).toEqual([]);
    // The gateway's other frames are invisible.
    const others = page.locator("iframe:not([title^='Secure'])");
    for (const box of await others.evaluateAll((frames) =>
      frames.map((one) => one.getBoundingClientRect().height),
    ))
      expect(box).toBeLessThanOrEqual(1);
  }
}

function wholeOf(request: Request): string {
  return [request.url(), JSON.stringify(request.headers()), request.postData() ?? ""].join("\n");
}
