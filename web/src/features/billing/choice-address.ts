import type { Choice } from "./selection.ts";

const idPattern = /^[A-Za-z0-9_-]{1,32}$/;

/** What is bought on the checkout document, and the episode that its customer came from. */
export interface AskedChoice {
  seriesId: string | null;
  /** The number of that episode. */
  number: number | null;
  choice: Choice;
}

/** Returns the address of the checkout document for a choice, without an order: it is opened when the customer pays. */
export function choiceAddress({ seriesId, number, choice }: AskedChoice): string {
  const query = new URLSearchParams();
  if (seriesId) query.set("series", seriesId);
  if (seriesId && number !== null) query.set("ep", String(number));
  query.set("choice", choice.kind === "unlock" ? "unlock" : choice.planId);
  return `/order/easy?${query.toString()}`;
}

/** Reads the choice that an address names; null without one. */
export function readChoice(search: string): AskedChoice | null {
  const query = new URLSearchParams(search);
  const idIn = (name: string) => {
    const value = query.get(name) ?? "";
    return idPattern.test(value) ? value : null;
  };
  const seriesId = idIn("series");
  const named = idIn("choice");
  const number = Number(query.get("ep"));
  if (named === null || (named === "unlock" && seriesId === null)) return null;
  return {
    seriesId,
    number: seriesId && Number.isInteger(number) && number > 0 ? number : null,
    choice: named === "unlock" ? { kind: "unlock" } : { kind: "subscribe", planId: named },
  };
}
