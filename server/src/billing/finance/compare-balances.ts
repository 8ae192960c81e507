import { inTransaction } from "#platform/db/database";
import { settleLines } from "../accounting/lines/settle-lines.ts";
import { saveBalances, sumLines } from "../records/balance/repository.ts";
import type { Billing } from "../records/billing.ts";
import type { Amount, Gateway, RemoteLine } from "../records/gateway.ts";
import { updateReading } from "../records/readings/repository.ts";

interface Reading {
  /** Whether the balance from before the first reading is known. */
  isOpened: boolean;
  /** Until when the lines are complete. */
  until: Date;
  now: Date;
  /** Since when lines were read. */
  since: Date;
  /** Reads the lines once more. */
  again(): Promise<unknown>;
}

/** What is compared in one currency. */
type Figures = { currency: string; gateway: number; lines: number; ledger: number };

/**
 * Compares the three figures of each currency of a gateway, and stores them: its balance, the lines that we have of it,
 * and our ledger. The first comparison posts the balance from before the first line as the line `opening`. Returns
 * whether they are equal.
 */
export async function compareBalances(
  { db }: Pick<Billing, "db">,
  gateway: Gateway,
  reading: Reading,
): Promise<boolean> {
  const { now, until } = reading;
  const measure = async () => {
    const { amounts, at } = await gateway.books.balances(until);
    return { at, figures: figuresOf(amounts, await sumLines(db, gateway.name, at)) };
  };
  let measured = await measure();
  // Money may have moved between the two requests: only a difference that stays is one.
  if (!measured.figures.every(isEqual)) {
    await reading.again();
    measured = await measure();
  }
  if (!reading.isOpened) {
    const lines = openingLines(measured.figures, reading.since);
    await inTransaction(db, async (trx) => {
      await settleLines(trx, gateway.name, lines, now);
      await updateReading(trx, gateway.name, { opened: true });
    });
    measured = await measure();
  }
  const { figures, at } = measured;
  await inTransaction(db, (trx) =>
    saveBalances(
      trx,
      gateway.name,
      figures.map((one) => ({
        gateway: gateway.name,
        currency: one.currency,
        gateway_amount: one.gateway,
        lines_amount: one.lines,
        ledger_amount: one.ledger,
        at: at ?? now,
      })),
    ),
  );
  return figures.every(isEqual);
}

function figuresOf(
  balances: readonly Amount[],
  sums: readonly { currency: string; lines: number; ledger: number }[],
): Figures[] {
  const currencies = new Set([...balances, ...sums].map(({ currency }) => currency));
  return [...currencies].toSorted().map((currency) => {
    const sum = sums.find((one) => one.currency === currency);
    return {
      currency,
      gateway: balances.find((one) => one.currency === currency)?.amount ?? 0,
      lines: sum?.lines ?? 0,
      ledger: sum?.ledger ?? 0,
    };
  });
}

function isEqual({ gateway, lines, ledger }: Figures): boolean {
  return gateway === lines && lines === ledger;
}

function openingLines(figures: readonly Figures[], at: Date): RemoteLine[] {
  return figures
    .filter(({ gateway, lines }) => gateway !== lines)
    .map(({ currency, gateway, lines }) => ({
      remoteId: `opening:${currency}`,
      kind: "opening",
      currency,
      gross: gateway - lines,
      fee: 0,
      at,
      availableOn: null,
      source: null,
      rate: null,
      captureRemoteId: null,
      sourceId: null,
      paymentId: null,
    }));
}
