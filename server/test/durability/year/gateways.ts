import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#test/free-port";
import type { ControlPage } from "#test/money";
import { silentLog } from "#test/silent-log";
import { startSimulator } from "../../../src/sandbox-fork.ts";
import { control } from "../../../src/sandbox-gateways.ts";

/** The two gateways by the names of the methods that they take. */
export type Method = "card" | "paypal";

/** A gateway's simulator in a process of its own, which can be away for a while and remembers everything. */
export interface Gateway extends ControlPage {
  isUp(): boolean;
  /** Ends the process. What it knows is in its file. */
  leave(): Promise<void>;
  /** Starts it again at the same address, at the given offset from the machine's time. */
  comeBack(offset: number): Promise<void>;
  /** Moves its clock; one that is away gets the time when it comes back. */
  setClock(offset: number): Promise<void>;
}

/** Starts a simulator; `ready` is what it printed, such as its keys. */
export async function openGateway<T extends { control: string }>(
  file: string,
  folder: string,
): Promise<{ gateway: Gateway; ready: T }> {
  const port = await freePort();
  const start = () =>
    startSimulator<T>({
      file: `${file}/main.ts`,
      args: ["--port", String(port), "--store", join(folder, `${file}.db`)],
      without: "the gateway is away.",
      log: silentLog,
    });
  const first = await start();
  const page = first.ready.control;
  let running: Awaited<ReturnType<typeof start>> | null = first;
  const setClock = async (offset: number) => {
    if (running) await control(page, "POST", "/clock", { offset });
  };
  return {
    ready: first.ready,
    gateway: {
      get: (path) => control(page, "GET", path),
      post: (path, body) => control(page, "POST", path, body ?? {}),
      put: (path, body) => control(page, "PUT", path, body ?? {}),
      isUp: () => running !== null,
      setClock,
      async leave() {
        await running?.stop();
        running = null;
      },
      async comeBack(offset) {
        for (let tries = 0; running === null; tries++) {
          running = await start().catch(async (error: unknown) => {
            if (tries >= 20) throw error;
            await pause(100);
            return null;
          });
        }
        await setClock(offset);
      },
    },
  };
}

/** Where a browser asks the card gateway for the token of what was authorised in a wallet. */
export interface WalletPage {
  api: string;
  publishableKey: string;
}

/** What a page shows beside a wallet's button. */
export interface Shown {
  amount: number;
  currency: string;
  /** Whether the card is saved for renewals. */
  saved: boolean;
}

/** Returns the token of a wallet that has authorised what its page shows. It is used once. */
export async function walletToken(
  { api, publishableKey }: WalletPage,
  { amount, currency, saved }: Shown,
  { card, email }: { card: string; email: string },
): Promise<string> {
  const form = new URLSearchParams({
    key: publishableKey,
    wallet: "google_pay",
    "card[token]": card,
    "billing_details[email]": email,
    "elements[amount]": String(amount),
    "elements[currency]": currency.toLowerCase(),
    "elements[allowed_payment_method_types][0]": "card",
    "elements[allowed_payment_method_types][1]": "link",
    ...(saved ? { "elements[setup_future_usage]": "off_session" } : {}),
  });
  const answer = await fetch(new URL("/v1/confirmation_tokens", api), { method: "POST", body: form });
  const { id } = (await answer.json()) as { id?: string };
  if (!id) throw new Error(`A wallet was answered ${answer.status}`);
  return id;
}
