import { HttpClientError, sendRequest } from "#platform/http-client";

/** What a gateway says of one thing that selling needs: fine, worth knowing, or broken; with the cure. */
export interface GatewayFinding {
  state: "ok" | "note" | "fault";
  about: "Cards" | "PayPal";
  text: string;
}

/** What the gateways are compared with. */
export interface CheckedAgainst {
  /** Where this installation is reached; null where that is not known, and then no webhook can be checked. */
  origin: string | null;
  now: Date;
  /** What plans cost now. */
  prices: readonly { currency: string; amount: number }[];
}

/** How long each answer is waited for. */
const timeoutMs = 10_000;
/** A list of endpoints or balances is a few KB. */
const maxBytes = 1024 * 1024;
/** Signed messages and tokens hold for minutes: more than this between two clocks is a matter of time. */
const mostSkewSeconds = 60;

/** What came back: the status and the JSON; `away`: nothing did, and why. */
export type Checked =
  | { status: number; body: Record<string, unknown>; date: string | null }
  | { away: string };

/** Asks a gateway for something, without changing anything there. */
export async function look(url: URL, init: RequestInit): Promise<Checked> {
  try {
    const { status, headers, text } = await sendRequest(url, init, { timeoutMs, maxBytes });
    return { status, body: readObject(text), date: headers.get("date") };
  } catch (error) {
    if (error instanceof HttpClientError) return { away: error.message };
    throw error;
  }
}

/** What is wrong with the clocks, in words; null where they agree or nothing is known. */
export function skewFault(checked: Checked, now: Date): string | null {
  const there = "date" in checked && checked.date !== null ? Date.parse(checked.date) : Number.NaN;
  const seconds = Math.round((now.getTime() - there) / 1000);
  if (Number.isNaN(seconds) || Math.abs(seconds) <= mostSkewSeconds) return null;
  const way = seconds > 0 ? "ahead of" : "behind";
  return `This machine's clock is ${Math.abs(seconds)} s ${way} the gateway's: webhooks would be refused. Set it right, such as with NTP.`;
}

/** What is wrong with the way in for webhooks, in words; null where an unsigned one is refused as it should be. */
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

/** The objects of a list. */
export function objectsOf(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list)
    ? list.filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null)
    : [];
}

/** A text of an answer; empty where it is none. */
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
