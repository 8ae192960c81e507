import type { FrameLocator, Page } from "@playwright/test";
import { steer } from "./checkout.ts";

/** The cards in the wallet of the simulated person. */
export const walletCards = {
  good: "tok_visa",
  declined: "tok_visa_chargeDeclined",
  asksBank: "tok_threeDSecure2Required",
} as const;

/** What the wallet buttons find on the customer's device. */
export interface Device {
  wallets?: ("applePay" | "googlePay" | "link")[];
  delaySeconds?: number;
  load?: "ready" | "never" | "error";
}

/** Sets the wallets of the customer's device; what is not named returns to its default. */
export async function useDevice(control: string, device: Device = {}): Promise<void> {
  await steer(control, "/wallets", device);
}

/** Returns the button of a wallet on the checkout document. */
export function walletButton(page: Page, name: "Apple Pay" | "Google Pay" | "Link" = "Google Pay") {
  return page.frameLocator('iframe[title="Secure express checkout frame"]').getByRole("button", { name });
}

/** Returns the sheet of a wallet. */
export function walletSheet(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Wallet sheet"]');
}

/** Authorises in the open sheet of a wallet. */
export async function authorise(
  page: Page,
  { card = walletCards.good, email }: { card?: string; email?: string } = {},
): Promise<void> {
  const sheet = walletSheet(page);
  if (email) await sheet.getByLabel("E-mail").fill(email);
  if (card !== walletCards.good) await sheet.getByLabel("Card").selectOption(card);
  await sheet.getByRole("button", { name: "Authorise" }).click();
}
