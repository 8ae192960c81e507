import type { PlanList, User } from "@cliffhanger/contract";
import { afterEach, expect, test, vi } from "vitest";
import { render, unmount } from "../../test/fake-hooks.ts";
import type { Sold } from "../features/billing/sold.ts";
import { useChoicePayment } from "./use-choice-payment.ts";

vi.mock("react", async () => (await import("../../test/fake-hooks.ts")).fakeReact);
vi.mock("../lib/use-language.ts", () => ({ useMessages: () => (id: string) => id }));
vi.mock("../features/billing/card/use-order-answers.ts", () => ({
  useOrderAnswers: () => vi.fn<() => void>(),
}));
vi.mock("../features/billing/wallet/use-pay-wallet.ts", () => ({ usePayWallet: () => vi.fn<() => void>() }));
vi.mock("../lib/use-restored.ts", () => ({ useRestored: () => undefined }));
afterEach(unmount);

/** Returns the payment of a choice by what is on sale now. */
function paymentOf(version: string, amount: number) {
  const input: Parameters<typeof useChoicePayment>[0] = {
    asked: { seriesId: "s1", number: 4, choice: { kind: "unlock" } },
    episodeId: "e4",
    sale: { consent: { version } } as PlanList,
    sold: { kind: "unlock", price: { amount, currency: "USD", display: "" } } as Sold,
    user: { kind: "guest" } as User,
    back: "/videos/s1?ep=4",
    refresh: () => undefined,
  };
  return render(() => useChoicePayment(input));
}

test("R50: who agreed to the terms of a choice agrees anew once its words or its price have changed", () => {
  expect(paymentOf("v1", 499).agreed).toBe(false);
  paymentOf("v1", 499).agree(true);
  expect(paymentOf("v1", 499).agreed).toBe(true);
  expect(paymentOf("v2", 499).agreed).toBe(false);
  expect(paymentOf("v1", 599).agreed).toBe(false);
  paymentOf("v2", 599).agree(true);
  expect(paymentOf("v2", 599).agreed).toBe(true);
});
