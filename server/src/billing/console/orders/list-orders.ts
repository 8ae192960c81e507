import type { ConsoleOrderQuery, ConsoleOrderRow, Language } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Db } from "#platform/db/database";
import { invalid } from "#platform/http/errors";
import { currencyDigits, moneyOf } from "#platform/money";
import { faultAt } from "#platform/said";
import { orderKeysOf } from "../../records/found/order-keys.ts";
import { findOrders } from "../../records/found/repository.ts";
import { orderNumberOf } from "../../records/order-code.ts";
import type { ConsoleBilling } from "./console-billing.ts";
import * as repository from "./repository.ts";

/** Orders that one text may name. */
const MAX_NAMED = 200;
const AMOUNT = /^\d{1,10}(?:\.\d{1,3})?$/;
const KEY = /^(\d{1,16})\.([A-Za-z0-9_-]{1,32})$/;

const currencies = Intl.supportedValuesOf("currency");
const decimals = {
  none: currencies.filter((currency) => currencyDigits(currency) === 0),
  three: currencies.filter((currency) => currencyDigits(currency) === 3),
};

/** Returns a page of the list of orders. */
export async function listConsoleOrders(
  { billing: { db }, memberOf }: ConsoleBilling,
  query: ConsoleOrderQuery,
  language: Language,
) {
  const { after, size } = query;
  const filter = await filterOf(db, query, memberOf);
  const [, at, id = ""] = KEY.exec(after ?? "") ?? [];
  const [rows, count] = await Promise.all([
    repository.listOrdersBy(
      db,
      { filter, decimals },
      { after: at === undefined ? null : { at: new Date(Number(at)), id }, limit: size + 1 },
    ),
    repository.countOrdersBy(db, { filter, decimals }),
  ]);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    list: shown.map((row) => describeRow(row, language)),
    next: last ? `${last.created_at.getTime()}.${last.id}` : null,
    count,
  };
}

/** Returns the orders that a query names, in pages for a file, and their number. */
export function exportOrders(db: Db, memberOf: ConsoleBilling["memberOf"], query: ConsoleOrderQuery) {
  return {
    async count(limit: number): Promise<number> {
      const filter = await filterOf(db, query, memberOf);
      const rows = await repository.listOrdersBy(db, { filter, decimals }, { after: null, limit });
      return rows.length;
    },
    async *pages(limit: number): AsyncGenerator<ConsoleOrderRow[]> {
      const filter = await filterOf(db, query, memberOf);
      let after: repository.OrderKeyset | null = null;
      do {
        const rows: repository.ListedOrder[] = await repository.listOrdersBy(
          db,
          { filter, decimals },
          { after, limit },
        );
        yield rows.map((row) => describeRow(row, "en"));
        const last = rows.at(-1);
        after = last && rows.length === limit ? { at: last.created_at, id: last.id } : null;
      } while (after);
    },
  };
}

async function filterOf(
  db: Db,
  { after: _after, size: _size, text, from, to, currency, campaign, ...choices }: ConsoleOrderQuery,
  memberOf: ConsoleBilling["memberOf"],
): Promise<repository.OrderFilter> {
  for (const [field, amount] of Object.entries({ from, to }))
    if (amount && !AMOUNT.test(amount))
      throw invalid([faultAt(field, (t) => t("amountFault.plain", { example: "3.50" }))]);
  const named = text?.trim() ? await idsOf(db, text.trim(), memberOf) : undefined;
  const channels = campaign ? await repository.listChannels(db, campaign) : undefined;
  const given = Object.entries({ ...choices, from, to, currency: currency?.toUpperCase() }).filter(
    ([, value]) => value,
  );
  return { ...Object.fromEntries(given), channels, ids: named };
}

async function idsOf(db: Db, text: string, memberOf: ConsoleBilling["memberOf"]): Promise<string[]> {
  const keys = text.isWellFormed() ? await orderKeysOf(text, memberOf) : [];
  return (await Promise.all(keys.map((key) => findOrders(db, key, MAX_NAMED)))).flat().map(({ id }) => id);
}

/** Describes an order as a list shows it. */
export function describeRow(row: repository.ListedOrder, language: Language): ConsoleOrderRow {
  return {
    id: row.id,
    number: orderNumberOf(row),
    at: row.created_at.toISOString(),
    kind: row.kind,
    title: textIn(row.title, language),
    email: row.address,
    total: moneyOf(row.amount, row.currency, language),
    state: row.state,
    method: row.method,
    decline: row.last_decline?.code ?? null,
    campaign: row.campaign || null,
  };
}
