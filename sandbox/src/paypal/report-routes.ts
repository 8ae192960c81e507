import type { Route } from "./api.ts";
import { type BalanceLine, balanceLines, waitingCaptures } from "./balance.ts";
import { buyerOf } from "./buyers.ts";
import { findDispute, wholeDispute } from "./disputes.ts";
import { type Detail, invalidRequest, Refused } from "./errors.ts";
import { acceptClaim, provideEvidence } from "./evidence.ts";
import { money } from "./money.ts";
import { type Dispute, settingsOf, stamp, type World } from "./state.ts";

type Json = Record<string, unknown>;

const LONGEST_MS = 31 * 86_400_000;
/** A search of more transactions is refused. */
const MOST_RESULTS = 10_000;
const moment = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:?\d\d)$/;

/** One row of the report. */
interface ReportRow {
  at: number;
  info: Json;
  buyer: string;
}

/** The API's routes of reports and disputes. */
export const reportRoutes: Route[] = [
  {
    method: "GET",
    path: /^\/v1\/reporting\/transactions$/,
    family: "reporting",
    answer(world, { query }) {
      refuseUnlessAllowed(world);
      return { status: 200, body: search(world, query) };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/reporting\/balances$/,
    family: "reporting",
    answer(world, { query }) {
      refuseUnlessAllowed(world);
      return { status: 200, body: balances(world, query) };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/customer\/disputes$/,
    family: "disputes",
    answer(world, { query }) {
      const transaction = query.get("disputed_transaction_id");
      const items = world.store
        .list<Dispute>("dispute", transaction === null ? {} : { under: transaction })
        .reverse()
        .map((dispute) => {
          const { disputed_transactions: _, ...short } = wholeDispute(world, dispute);
          return short;
        });
      const filter = query.toString() === "" ? "" : `?${query.toString()}`;
      const href = `${world.base()}/v1/customer/disputes${filter}`;
      return { status: 200, body: { items, links: [{ href, rel: "self", method: "GET" }] } };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/customer\/disputes\/([^/]+)$/,
    family: "disputes",
    answer: (world, _ask, id) => ({ status: 200, body: wholeDispute(world, findDispute(world, id)) }),
  },
  {
    method: "POST",
    path: /^\/v1\/customer\/disputes\/([^/]+)\/provide-evidence$/,
    family: "disputes",
    takes: "multipart/form-data",
    answer: (world, ask, id) => ({ status: 200, body: provideEvidence(world, ask, id) }),
  },
  {
    method: "POST",
    path: /^\/v1\/customer\/disputes\/([^/]+)\/accept-claim$/,
    family: "disputes",
    takes: "multipart/form-data",
    answer: (world, _ask, id) => ({ status: 200, body: acceptClaim(world, id) }),
  },
];

/** Returns the account's balances by currency at a moment; the account always has one in its own currency. */
function balances(world: World, query: URLSearchParams): Json {
  const asked = query.get("as_of_time") === null ? world.clock.now() : readMoment(query, "as_of_time");
  const at = Math.min(asked, world.clock.now());
  const held = new Map([["USD", 0]]);
  const second = (time: number) => Math.floor(time / 1000);
  for (const { currency, amount, fee } of balanceLines(world).filter((line) => second(line.at) <= second(at)))
    held.set(currency, (held.get(currency) ?? 0) + amount - fee);
  return {
    balances: [...held].map(([currency, net], index) => ({
      currency,
      ...(index === 0 ? { primary: true } : {}),
      total_balance: money(currency, net),
      available_balance: money(currency, net),
      withheld_balance: money(currency, 0),
    })),
    account_id: world.merchant.accountId,
    as_of_time: stamp(at),
    last_refresh_time: stamp(world.clock.now()),
  };
}

function refuseUnlessAllowed(world: World): void {
  if (settingsOf(world).reportsAllowed) return;
  throw new Refused(403, "NOT_AUTHORIZED", "Authorization failed due to insufficient permissions.", [
    { issue: "PERMISSION_DENIED" },
  ]);
}

function search(world: World, query: URLSearchParams): Json {
  const from = readMoment(query, "start_date");
  const to = readMoment(query, "end_date");
  if (to < from || to - from > LONGEST_MS)
    throw bad("end_date", query.get("end_date") ?? "", "Date range is greater than 31 days");
  const size = readNumber(query, "page_size", 100, 500);
  const page = readNumber(query, "page", 1, 2_147_483_647);
  const fields = (query.get("fields") ?? "transaction_info").split(",");
  const horizon = world.clock.now() - settingsOf(world).reportingSeconds * 1000;
  const found = lines(world).filter(
    ({ at, info }) =>
      at >= from &&
      at <= Math.min(to, horizon) &&
      fits(query, "transaction_id", info["transaction_id"]) &&
      fits(query, "transaction_status", info["transaction_status"]) &&
      fits(query, "transaction_type", info["transaction_event_code"]),
  );
  if (found.length > MOST_RESULTS)
    throw bad(
      "end_date",
      query.get("end_date") ?? "",
      "Result set size is greater than the limit.",
      "RESULTSET_TOO_LARGE",
    );
  const pages = Math.ceil(found.length / size);
  const address = new URLSearchParams(query);
  const link = (rel: string, number: number) => {
    address.set("page", String(number));
    return { href: `${world.base()}/v1/reporting/transactions?${address.toString()}`, rel, method: "GET" };
  };
  return {
    transaction_details: found.slice((page - 1) * size, page * size).map((row) => shown(row, fields)),
    account_number: world.merchant.accountId,
    start_date: stamp(from),
    end_date: stamp(to),
    last_refreshed_datetime: stamp(horizon),
    page,
    total_items: found.length,
    total_pages: pages,
    links: [link("self", page), ...(page < pages ? [link("next", page + 1)] : [])],
  };
}

/** Returns the rows of the report: what moved the balance, and captures that may still do so. */
function lines(world: World): ReportRow[] {
  return [...balanceLines(world), ...waitingCaptures(world)]
    .sort((one, other) => one.at - other.at)
    .map((line) => ({ at: line.at, buyer: line.buyer, info: infoOf(line) }));
}

function infoOf(line: BalanceLine): Json {
  return {
    paypal_account_id: buyerOf(line.buyer || "funded").account,
    transaction_id: line.id,
    ...(line.reference === null
      ? {}
      : { paypal_reference_id: line.reference, paypal_reference_id_type: "TXN" }),
    transaction_event_code: line.code,
    transaction_initiation_date: stamp(line.at),
    transaction_updated_date: stamp(line.updatedAt),
    transaction_amount: money(line.currency, line.amount),
    fee_amount: money(line.currency, 0 - line.fee),
    transaction_status: line.status,
    ...(line.invoiceId === null ? {} : { invoice_id: line.invoiceId }),
    ...(line.customId === null ? {} : { custom_field: line.customId }),
    ...(line.code.startsWith("T00") ? { protection_eligibility: "02" } : {}),
  };
}

function shown({ info, buyer }: ReportRow, fields: string[]): Json {
  const all = fields.includes("all");
  const { account, email, given, surname, country } = buyerOf(buyer || "funded");
  return {
    ...(all || fields.includes("transaction_info") ? { transaction_info: info } : {}),
    ...(all || fields.includes("payer_info")
      ? {
          payer_info: {
            account_id: account,
            email_address: email,
            address_status: "N",
            payer_status: "Y",
            payer_name: { given_name: given, surname, alternate_full_name: `${given} ${surname}` },
            country_code: country,
          },
        }
      : {}),
  };
}

function fits(query: URLSearchParams, name: string, value: unknown): boolean {
  const wanted = query.get(name);
  return wanted === null || wanted === value;
}

function readMoment(query: URLSearchParams, name: string): number {
  const value = query.get(name);
  if (value === null) throw bad(name, "", "A required parameter is missing.", "MISSING_REQUIRED_PARAMETER");
  const at = moment.test(value) ? Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")) : Number.NaN;
  if (Number.isNaN(at)) throw bad(name, value, "Invalid date format", "INVALID_PARAMETER_SYNTAX");
  return at;
}

function readNumber(query: URLSearchParams, name: string, otherwise: number, max: number): number {
  const value = query.get(name);
  if (value === null) return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw bad(name, value, "A parameter value is not valid.");
  return number;
}

function bad(field: string, value: string, description: string, issue = "INVALID_PARAMETER_VALUE") {
  const detail: Detail = { issue, field, value, location: "query", description };
  return invalidRequest([detail]);
}
