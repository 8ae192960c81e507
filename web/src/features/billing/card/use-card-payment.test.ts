import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "../../../../test/fake-hooks.ts";
import type { CardFields } from "./use-card-fields.ts";
import { type UseCard, useCardPayment } from "./use-card-payment.ts";

vi.mock("react", async () => (await import("../../../../test/fake-hooks.ts")).fakeReact);
vi.mock("../../../lib/use-language.ts", () => ({ useMessages: () => (id: string) => id }));
vi.mock("./payer-faults.ts", () => ({ findFormFaults: () => null }));
beforeEach(() => void vi.stubGlobal("window", new EventTarget()));
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
});

const payer = { firstName: "Mara", lastName: "Quint", email: "mara@example.com" };

test("case 1: a page that is left for the bank takes no second tap, and takes one again once the browser restores it", async () => {
  // It leaves the page.
  const charge = vi.fn<UseCard>(() => Promise.resolve(null));
  const steps: string[] = [];
  const fields = { gateway: () => ({}) } as unknown as CardFields;
  const { pay } = render(() => useCardPayment(fields, charge, (step) => steps.push(step)));
  pay(payer);
  await Promise.resolve();
  pay(payer);
  expect(charge).toHaveBeenCalledOnce();
  expect(steps).toEqual(["paying"]);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(steps).toEqual(["paying", "idle"]);
  pay(payer);
  expect(charge).toHaveBeenCalledTimes(2);
});
