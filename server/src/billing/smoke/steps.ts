import { setTimeout as pause } from "node:timers/promises";
import { newId } from "#platform/ids";
import type { CreateInput, Gateway, GatewayName, Snapshot } from "../records/gateway.ts";

/** A step of a smoke run. It throws when the gateway does not behave as we rely on; a text is printed beside it. */
export interface SmokeStep {
  name: string;
  run(): Promise<string | undefined>;
}

/** A step that is not run, and why. */
export interface SkippedStep {
  name: string;
  skipped: string;
}

/** What the steps of a gateway need. */
export interface SmokeContext {
  gateway: Gateway;
  /** The site's address, to which the gateway would send the browser back. */
  origin: string;
  /** Whether a running site has stored a webhook event. */
  hasWebhook(gateway: GatewayName, eventId: string): Promise<boolean>;
  /** Prints a line while a step waits for a person. */
  say(text: string): void;
  /** Pause between two checks of something that takes time. */
  pollMs: number;
}

/** The longest wait for what a gateway does by itself. */
export const WAIT_MS = 60_000;
/** Events may be listed with the second in which they happened. */
const EVENT_OVERLAP_MS = 60_000;

/** The gateway did not behave as expected. */
export class SmokeFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SmokeFault";
  }
}

/** Throws a fault unless a condition holds. */
export function expect(condition: boolean, fault: string): asserts condition {
  if (!condition) throw new SmokeFault(fault);
}

/** Returns what an earlier step left; throws if it failed. */
export function given<T>(value: T | undefined, step: string): T {
  if (value === undefined) throw new SmokeFault(`needs the step "${step}", which failed`);
  return value;
}

/** Asks until there is an answer other than null; throws after `waitMs`. */
export async function waitFor<T>(
  { pollMs }: Pick<SmokeContext, "pollMs">,
  check: () => Promise<T | null>,
  fault: string,
  waitMs = WAIT_MS,
): Promise<T> {
  for (const until = performance.now() + waitMs; ; await pause(pollMs)) {
    const found = await check();
    if (found !== null) return found;
    expect(performance.now() < until, `${fault} within ${waitMs / 1000} s`);
  }
}

/** Returns the input for a payment of a run. Its orders exist only at the gateway. */
export function paymentInput(
  { origin }: Pick<SmokeContext, "origin">,
  more: Partial<CreateInput> = {},
): CreateInput {
  const id = newId(new Date());
  return {
    key: `smoke_${id}:create`,
    orderId: id,
    orderNumber: `SMOKE-${id.slice(-10).toUpperCase()}`,
    paymentId: id,
    amount: 500,
    currency: "USD",
    description: "Smoke run",
    siteName: "Smoke run",
    language: "en",
    visitorId: id,
    email: null,
    customer: null,
    saveInstrument: false,
    returnUrl: `${origin}/order/result`,
    cancelUrl: `${origin}/order/result`,
    ...more,
  };
}

/** Describes a payment for a fault. */
export const stateOf = ({ state, decline }: Snapshot) => (decline ? `${state}, ${decline.code}` : state);

/** Waits until the running site has stored a genuine webhook about a payment, and so has verified its signature. */
export async function webhookStep(context: SmokeContext, remoteId: string, since: Date): Promise<string> {
  const { gateway, hasWebhook } = context;
  const began = performance.now();
  const arrived = async () => {
    for await (const { eventId, subject } of gateway.events(new Date(since.getTime() - EVENT_OVERLAP_MS))) {
      const isAbout = subject.kind === "payment" && subject.remoteId === remoteId;
      if (isAbout && (await hasWebhook(gateway.name, eventId))) return true;
    }
    return null;
  };
  await waitFor(
    context,
    arrived,
    "the running site stored no webhook about the sale; check that it runs and what npm run doctor says",
  );
  return `${Math.round((performance.now() - began) / 1000)} s`;
}
