import type { Method } from "./gateways.ts";

/** Money that a buyer agreed to pay, or that was agreed to go back: negative. */
export interface Agreed {
  method: Method;
  currency: string;
  amount: number;
  what: string;
  /** A lost dispute takes the money by ways of its own. */
  lost?: boolean;
}

/** A payment about which a bank asks, and what it decided. */
export interface Disputed extends Pick<Agreed, "method" | "currency" | "amount"> {
  state: "open" | "won" | "lost";
}

/** What one buyer did and was told, and the money that follows from it by the rules of the specification. */
export interface Journal {
  note(what: string): void;
  agree(agreed: Agreed): void;
  lines: readonly string[];
  agreed: readonly Agreed[];
  disputes: Disputed[];
}

/** Something that must never be. */
export class Breach extends Error {
  /** Whose journal it ends with. */
  readonly buyer: string | null;

  constructor(what: string, buyer: { name: string; journal: Journal } | null, at: Date) {
    const lines = buyer ? ["", ...buyer.journal.lines.map((line) => `    ${line}`)] : [];
    super(`${at.toISOString()} ${buyer ? `${buyer.name}: ` : ""}${what}${lines.join("\n")}`);
    this.name = "Breach";
    this.buyer = buyer?.name ?? null;
  }
}

/** An empty journal. */
export function openJournal(now: () => Date): Journal {
  const lines: string[] = [];
  const agreed: Agreed[] = [];
  const note = (what: string) => void lines.push(`${now().toISOString()} ${what}`);
  return {
    lines,
    agreed,
    disputes: [],
    note,
    agree(one) {
      agreed.push(one);
      note(
        `${one.amount < 0 ? "gets back" : "pays"} ${Math.abs(one.amount)} ${one.currency} by ${one.method}: ${one.what}`,
      );
    },
  };
}

/** A plain linear congruential sequence from 0 to 1, so that a seed gives the same year again. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** One of a list. */
export function pick<T>(random: () => number, list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error("Nothing to pick from");
  return one;
}
