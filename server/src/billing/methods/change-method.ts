import type { Language } from "@cliffhanger/contract";
import { inTransaction } from "#platform/db/database";
import { explainedRefusal, notFound, tooMany } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { askAgain, customerOf } from "../charging/remote.ts";
import { type Billing, gatewayOf } from "../records/billing.ts";
import {
  type Gateway,
  GatewayBusy,
  GatewayRefused,
  GatewayUnknown,
  type RemoteSetup,
} from "../records/gateway.ts";
import { logChange } from "../records/log.ts";
import { reasonOf } from "../records/reason.ts";
import { lockSerial } from "../records/repository.ts";
import {
  countSetups,
  findSetup,
  insertSetup,
  lockSetup,
  type SetupRow,
  updateSetup,
} from "../records/setups/repository.ts";
import { findLiveSubscription } from "../subscriptions/live.ts";
import type { OpenChange } from "./change-view.ts";
import { nextSetupInspection } from "./inspect-setups.ts";
import { isOver, MAX_TRIES, settleSetup } from "./settle-setup.ts";

const DAY_MS = 86_400_000;
const LIFE_MS = DAY_MS;
/** Limits of a customer's changes and of the cards tried for them, against card testing. */
const MAX_CHANGES = 20;
const MAX_CARDS = 10;

/** Begins a change of the method that a customer's membership renews by. Nothing is charged. */
export async function openChange(
  billing: Billing,
  { visitorId, language }: { visitorId: string; language: Language },
  method: "card" | "wallet" | "paypal",
): Promise<OpenChange> {
  // A wallet's card is a card, and whoever has no wallet on the device enters one in the same place.
  const gateway = gatewayOf(billing, method === "wallet" ? "card" : method);
  if (!gateway || (method === "wallet" && !billing.cardForm)) throw explainedRefusal("method_unavailable");
  const row = await begin(billing, visitorId, gateway);
  const seen = await ask(billing, async () => {
    const customer = await customerOf(billing, gateway, { visitorId, email: null });
    const { name: siteName } = await billing.site();
    return askAgain(() =>
      gateway.setups.create({
        key: row.idem_key,
        setupId: row.id,
        customer,
        siteName,
        language,
        description: siteName,
        ...returnsOf(billing, row.id),
      }),
    );
  });
  const now = billing.clock.now();
  await inTransaction(billing.db, async (trx) => {
    const changes = { remote_id: seen.remoteId, state: "open" as const };
    await updateSetup(trx, row.id, { ...changes, next_inspect_at: nextSetupInspection(row, now) });
    await logChange(trx, billing, {
      subject: "setup",
      subjectId: row.id,
      from: "new",
      to: "open",
      cause: "created",
    });
  });
  return { row: { ...row, state: "open" }, next: seen.next };
}

async function begin(billing: Billing, visitorId: string, gateway: Gateway): Promise<SetupRow> {
  return inTransaction(billing.db, async (trx) => {
    await lockSerial(trx, "save method", [visitorId]);
    const now = billing.clock.now();
    await checkLimits(trx, now, visitorId);
    const subscription = await findLiveSubscription(trx, visitorId, now);
    if (!subscription) throw explainedRefusal("no_subscription");
    const id = newId(now);
    return insertSetup(trx, {
      id,
      visitor_id: visitorId,
      subscription_id: subscription.id,
      gateway: gateway.name,
      remote_id: null,
      state: "new",
      idem_key: `setup_${id}:create`,
      tries: 0,
      reason: null,
      instrument_id: null,
      order_id: null,
      next_inspect_at: new Date(now.getTime() + LIFE_MS),
      inspections: 0,
      expires_at: new Date(now.getTime() + LIFE_MS),
      created_at: now,
    });
  });
}

async function checkLimits(
  trx: Parameters<typeof countSetups>[0],
  now: Date,
  visitorId: string,
): Promise<void> {
  const { count, tries, first } = await countSetups(trx, visitorId, new Date(now.getTime() - DAY_MS));
  if (first && (count >= MAX_CHANGES || tries >= MAX_CARDS))
    throw tooMany((first.getTime() + DAY_MS - now.getTime()) / 1000);
}

/** Gives a card, or what a wallet authorised, to a change of method. Throws 404 unless it is the customer's own, and a refusal once it is over. */
export async function giveCard(
  billing: Billing,
  visitorId: string,
  { setupId, token }: { setupId: string; token: string },
): Promise<OpenChange> {
  const { gateway, remoteId, n } = await inTransaction(billing.db, async (trx) => {
    await lockSerial(trx, "save method", [visitorId]);
    const row = await lockSetup(trx, setupId);
    const found = row && billing.gateways.get(row.gateway);
    if (!row || !found || row.visitor_id !== visitorId || row.gateway !== "stripe") throw notFound();
    if (isOver(row) || row.remote_id === null || row.tries >= MAX_TRIES) throw explainedRefusal("order_gone");
    await checkLimits(trx, billing.clock.now(), visitorId);
    // Stored before the gateway is called: each card has a key of its own.
    await updateSetup(trx, setupId, { tries: row.tries + 1, reason: null });
    return { gateway: found, remoteId: row.remote_id, n: row.tries + 1 };
  });
  const seen = await ask(billing, () =>
    askAgain(() =>
      gateway.setups.confirm({
        key: `setup_${setupId}:confirm:${n}`,
        remoteId,
        token,
        returnUrl: `${billing.origin}/individual`,
      }),
    ),
  );
  const row = await settleSetup(billing, setupId, "card", seen);
  if (!row) throw notFound();
  return { row, next: seen.next };
}

/** Returns a customer's own change of method, at its state at the gateway if that can be reached. */
export async function readChange(billing: Billing, visitorId: string, setupId: string): Promise<OpenChange> {
  const row = await findSetup(billing.db, setupId);
  if (row?.visitor_id !== visitorId) throw notFound();
  if (isOver(row)) return { row, next: null };
  try {
    return { row: (await settleSetup(billing, setupId, "page")) ?? row, next: null };
  } catch (error) {
    billing.log.warn(
      { setup: setupId, reason: reasonOf(error) },
      "Change of method could not be fetched; inspections will retry",
    );
    return { row, next: null };
  }
}

function returnsOf({ origin }: Billing, setupId: string) {
  const hook = `${origin}/api/webhook/payment/paypal`;
  const setup = `setup=${encodeURIComponent(setupId)}`;
  return { returnUrl: `${hook}-return?${setup}`, cancelUrl: `${hook}-cancel?${setup}` };
}

/** Calls a gateway; its errors become refusals that a customer can act on. Nothing was charged. */
async function ask(billing: Billing, call: () => Promise<RemoteSetup>): Promise<RemoteSetup> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GatewayRefused && error.fault === "buyer") throw explainedRefusal("card_refused");
    const isGateways =
      error instanceof GatewayRefused || error instanceof GatewayBusy || error instanceof GatewayUnknown;
    if (!isGateways) throw error;
    billing.log.error({ reason: reasonOf(error) }, "Change of method failed at the gateway");
    throw explainedRefusal("method_unavailable");
  }
}
