import type { Request } from "@playwright/test";
import { found } from "./card-numbers.ts";
import { answerBank, cards, expectPaid, openCardOrder, payByCard } from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

test("R28, R53: the card form calls only us and the gateway, and its policy allows no other host", async ({
  page,
  origin,
  simulators,
}) => {
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
  await becomeMember(page);
  await openCardOrder(page, origin);
  await payByCard(page, cards.declined);
  await expect(page.getByRole("alert").filter({ hasText: "declined this card" })).toBeVisible();
  await payByCard(page, cards.asksAlways);
  await answerBank(page, "Complete authentication");
  await expectPaid(page);
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
});

function wholeOf(request: Request): string {
  return [request.url(), JSON.stringify(request.headers()), request.postData() ?? ""].join("\n");
}
