import { HttpClientError, sendRequest } from "#platform/http-client";
import { isLoopback } from "#platform/loopback";
import { type DomainFile, isDomainFile, MAX_BYTES, PATH } from "../../records/domain-file.ts";
import {
  type Checked,
  type CheckedAgainst,
  type Found,
  fault,
  note,
  objectsOf,
  ok,
  textOf,
} from "../check.ts";

/** How Stripe is asked and told things, and where its public files are. */
export interface WalletsAt {
  ask: (path: string) => Promise<Checked>;
  send: (path: string, form: Record<string, string>) => Promise<Checked>;
  filesUrl: URL;
  page: string;
}

const names = { apple_pay: "Apple Pay", google_pay: "Google Pay", link: "Link" } as const;
const TIMEOUT_MS = 10_000;

/**
 * Checks whether Stripe may show wallets on the site's domain, and whether Apple's file is served there. With `fix` it fetches the
 * file, registers the domain and lets Stripe look at it.
 */
export async function checkWallets(
  { ask, send, filesUrl, page }: WalletsAt,
  { origin, fix = false, domainFile }: Pick<CheckedAgainst, "origin" | "fix" | "domainFile">,
): Promise<Found[]> {
  const host = origin === null ? "" : new URL(origin).hostname;
  // Stripe registers no address of this machine.
  if (origin === null || isLoopback(host)) return [];
  const mended = fix ? await fetchFile(filesUrl, domainFile) : [];
  const list = await ask(`/v1/payment_method_domains?domain_name=${encodeURIComponent(host)}&limit=1`);
  if (!("status" in list) || list.status !== 200) return mended;
  const [known] = objectsOf(list.body["data"]);
  const domain = fix ? await registered(send, host, known) : known;
  const served = await servedFault(origin);
  if (!domain)
    return [
      ...mended,
      fault(
        `Stripe shows no wallets on ${host}: the domain is not registered. Run npm run doctor -- --fix, or add it: ${page}.`,
      ),
    ];
  return [...mended, ...(served ? [served] : []), ...statesOf(domain, { host, page })];
}

function statesOf(domain: Record<string, unknown>, { host, page }: { host: string; page: string }): Found[] {
  if (domain["enabled"] !== true)
    return [fault(`The domain ${host} is disabled at Stripe. Enable it: ${page}.`)];
  const inactive = Object.entries(names).flatMap(([key, name]) => {
    const { status, status_details: details } = (domain[key] ?? {}) as Record<string, unknown>;
    const why = textOf((details as Record<string, unknown> | undefined)?.["error_message"]);
    return status === "active" ? [] : [{ name, why }];
  });
  if (inactive.length === 0) return [ok(`Apple Pay, Google Pay and Link may be shown on ${host}`)];
  return inactive.map(({ name, why }) =>
    fault(
      `${name} is not shown on ${host}: ${why || "Stripe does not say why."} Run npm run doctor -- --fix, or see ${page}.`,
    ),
  );
}

/** Registers the domain, and lets Stripe look for Apple's file. Returns what is registered now. */
async function registered(
  send: WalletsAt["send"],
  host: string,
  known: Record<string, unknown> | undefined,
): Promise<Record<string, unknown> | undefined> {
  const form = { ...(known ? {} : { domain_name: host }), enabled: "true" };
  const made = await send(`/v1/payment_method_domains${known ? `/${textOf(known["id"])}` : ""}`, form);
  if (!("status" in made) || made.status !== 200) return known;
  const seen = await send(`/v1/payment_method_domains/${textOf(made.body["id"])}/validate`, {});
  return "status" in seen && seen.status === 200 ? seen.body : made.body;
}

async function fetchFile(filesUrl: URL, file: DomainFile): Promise<Found[]> {
  if ((await file.read()) !== null) return [];
  try {
    const { status, text } = await sendRequest(filesUrl, {}, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    if (status !== 200 || !isDomainFile(text))
      return [fault(`${filesUrl.href} answers ${status}: Apple's file could not be fetched.`)];
    await file.write(text);
    return [ok(`Apple's file was fetched; it is served at ${PATH}`)];
  } catch (error) {
    if (!(error instanceof HttpClientError)) throw error;
    return [fault(`Apple's file could not be fetched: ${error.message}. Try again later.`)];
  }
}

/** Returns what is wrong with Apple's file on the site's own address; null if it is served. */
async function servedFault(origin: string): Promise<Found | null> {
  const url = new URL(`${origin}${PATH}`);
  try {
    const { status } = await sendRequest(
      url,
      {},
      {
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        redirect: "manual",
      },
    );
    if (status === 200) return null;
    return fault(
      `${url.href} answers ${status}, so Apple Pay is not offered. Run npm run doctor -- --fix; behind a proxy, let it through.`,
    );
  } catch (error) {
    if (!(error instanceof HttpClientError)) throw error;
    return note(
      `Whether ${url.href} is served is not known: ${error.message}. Start Cliffhanger, then ask again.`,
    );
  }
}
