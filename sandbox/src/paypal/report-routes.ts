import type { Route } from "./api.ts";
import { buyerOf } from "./buyers.ts";
import { moneyOf } from "./control-money.ts";
import { findDispute, wholeDispute } from "./disputes.ts";
import { type Detail, invalidRequest, Refused } from "./errors.ts";
import { money } from "./money.ts";
import { type Capture, type Dispute, type Refund, settingsOf, stamp, type World } from "./state.ts";

type Json = Record<string, unknown>;

const LONGEST_MS = 31 * 86_400_000;
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
      if (!settingsOf(world).reportsAllowed)
        throw new Refused(403, "NOT_AUTHORIZED", "Authorization failed due to insufficient permissions.", [
          { issue: "PERMISSION_DENIED" },
        ]);
      return { status: 200, body: search(world, query) };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/reporting\/balances$/,
    family: "reporting",
    answer: (world) => ({ status: 200, body: balances(world) }),
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
];

/** Returns the account's balances by currency; the account always has a balance in its own currency. */
function balances(world: World): Json {
  const { totals } = moneyOf(world);
  const at = stamp(world.clock.now());
  const held = {
    USD: 0,
    ...Object.fromEntries(Object.entries(totals).map(([code, { net }]) => [code, net])),
  };
  return {
    balances: Object.entries(held).map(([currency, net], index) => ({
      currency,
      ...(index === 0 ? { primary: true } : {}),
      total_balance: money(currency, net),
      available_balance: money(currency, net),
      withheld_balance: money(currency, 0),
    })),
    account_id: world.merchant.accountId,
    as_of_time: at,
    last_refresh_time: at,
  };
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

function lines(world: World): ReportRow[] {
  const captures = world.store.list<Capture>("capture");
  const byId = new Map(captures.map((capture) => [capture.id, capture]));
  const refunds = world.store.list<Refund>("refund").map((one): ReportRow => {
    const capture = byId.get(one.captureId);
    return {
      at: one.createdAt,
      buyer: capture?.buyer ?? "",
      info: {
        paypal_account_id: buyerOf(capture?.buyer ?? "funded").account,
        transaction_id: one.id,
        paypal_reference_id: one.captureId,
        paypal_reference_id_type: "TXN",
        transaction_event_code: one.by === "reversal" ? "T1106" : "T1107",
        transaction_initiation_date: stamp(one.createdAt),
        transaction_updated_date: stamp(one.updatedAt),
        transaction_amount: money(one.currency, -one.amount),
        fee_amount: money(one.currency, 0),
        transaction_status: one.status === "COMPLETED" ? "S" : one.status === "PENDING" ? "P" : "D",
        ...(one.invoiceId ? { invoice_id: one.invoiceId } : {}),
        ...(capture?.customId ? { custom_field: capture.customId } : {}),
      },
    };
  });
  return [...captures.map(captureLine), ...refunds].sort((one, other) => one.at - other.at);
}

function captureLine(one: Capture): ReportRow {
  const status = {
    PENDING: "P",
    DECLINED: "D",
    FAILED: "D",
    COMPLETED: "S",
    PARTIALLY_REFUNDED: "S",
    REFUNDED: "V",
  };
  return {
    at: one.createdAt,
    buyer: one.buyer,
    info: {
      paypal_account_id: buyerOf(one.buyer).account,
      transaction_id: one.id,
      transaction_event_code: one.merchantInitiated ? "T0003" : "T0006",
      transaction_initiation_date: stamp(one.createdAt),
      transaction_updated_date: stamp(one.updatedAt),
      transaction_amount: money(one.currency, one.amount),
      fee_amount: money(one.currency, one.status === "PENDING" || one.status === "DECLINED" ? 0 : -one.fee),
      transaction_status: status[one.status],
      ...(one.invoiceId ? { invoice_id: one.invoiceId } : {}),
      ...(one.customId ? { custom_field: one.customId } : {}),
      protection_eligibility: "02",
    },
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
