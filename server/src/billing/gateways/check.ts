import { HttpClientError, sendRequest } from "#platform/http-client";
import type { DomainFile } from "../records/domain-file.ts";

/** The result of one check of a gateway: fine, a note, or a fault with its fix. */
export interface GatewayFinding {
  state: "ok" | "note" | "fault";
  about: "Cards" | "PayPal";
  text: string;
}

/** A result before it is said which gateway it is about. */
export type Found = Omit<GatewayFinding, "about">;

/** Returns the result of a check that found nothing to do. */
export const ok = (text: string): Found => ({ state: "ok", text });
/** Returns what the operator should know. */
export const note = (text: string): Found => ({ state: "note", text });
/** Returns a fault, with its fix. */
export const fault = (text: string): Found => ({ state: "fault", text });

/** What the gateways' settings are compared with. */
export interface CheckedAgainst {
  /** The installation's public origin; null if unknown, then webhooks are not checked. */
  origin: string | null;
  now: Date;
  /** Whether to correct at the gateways what can be corrected there. */
  fix?: boolean;
  /** Apple's file for the site's domain. */
  domainFile: DomainFile;
  /** The current plan prices. */
  prices: readonly { currency: string; amount: number }[];
}

/** The timeout of each request. */
const timeoutMs = 10_000;
/** A list of endpoints or balances is a few KB. */
const maxBytes = 1024 * 1024;
/** Signatures and tokens are valid for minutes only, so a larger clock skew breaks them. */
const MAX_SKEW_SECONDS = 60;

/** The status and the JSON of a response; `away`: there was no response, and why. */
export type Checked =
  | { status: number; body: Record<string, unknown>; date: string | null }
  | { away: string };

/** Sends a request to a gateway. */
export async function readGateway(url: URL, init: RequestInit): Promise<Checked> {
  try {
    const { status, headers, text } = await sendRequest(url, init, { timeoutMs, maxBytes });
    return { status, body: readObject(text), date: headers.get("date") };
  } catch (error) {
    if (error instanceof HttpClientError) return { away: error.message };
    throw error;
  }
}

/** Returns what is wrong with the clocks, for the operator; null if they agree or nothing is known. */
export function skewFault(checked: Checked, now: Date): string | null {
  const there = "date" in checked && checked.date !== null ? Date.parse(checked.date) : Number.NaN;
  const seconds = Math.round((now.getTime() - there) / 1000);
  if (Number.isNaN(seconds) || Math.abs(seconds) <= MAX_SKEW_SECONDS) return null;
  const way = seconds > 0 ? "ahead of" : "behind";
  return `This machine's clock is ${Math.abs(seconds)} s ${way} the gateway's: webhooks would be refused. Set it right, such as with NTP.`;
}

/**
 * Returns what is wrong with the webhook route, for the operator; null if it rejects an unsigned request as
 * it should.
 */
export async function inboundFault(url: URL): Promise<{ state: "note" | "fault"; text: string } | null> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  try {
    const { status } = await sendRequest(url, init, { timeoutMs, maxBytes, redirect: "manual" });
    if (status === 400) return null;
    const cure =
      status >= 300 && status < 400
        ? "it redirects; let it lead to Cliffhanger itself"
        : "let the proxy send it to Cliffhanger as it came";
    return { state: "fault", text: `${url.href} answers ${status} to a webhook: ${cure}.` };
  } catch (error) {
    if (!(error instanceof HttpClientError)) throw error;
    return {
      state: "note",
      text: `Whether webhooks reach ${url.href} is not known: ${error.message}. Start Cliffhanger, then ask again.`,
    };
  }
}

/** Returns the objects of a list. */
export function objectsOf(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list)
    ? list.filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null)
    : [];
}

/** Returns a string of a response; empty if it is not a string. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readObject(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
