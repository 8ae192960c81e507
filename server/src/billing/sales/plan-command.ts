/** `npm run plan -- list | add | price | name | describe | order | retire | restore | unlock-price | series-price`. */
import { languages, parseLanguage } from "@cliffhanger/contract";
import type { Texts } from "#catalogue";
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import type { GatewayName } from "../records/gateway.ts";
import {
  addPlan,
  changePrices,
  changeSeriesPrices,
  changeUnlockPrices,
  movePlan,
  sellPlan,
  tellPlan,
} from "./change.ts";
import { PlanError } from "./plan-error.ts";
import { checkPrice, type PriceWish, parsePrices } from "./price-words.ts";
import { listingOf, pricesText } from "./show.ts";

const USAGE = `npm run plan                                          what is sold, and for how much
npm run plan -- add ID --days N --name "NAME" [--about "TEXT"] PRICE [PRICE ...]
npm run plan -- price ID PRICE [PRICE ...]            a new price, for those who buy from now on
npm run plan -- name ID LANGUAGE="NAME" [...]
npm run plan -- describe ID LANGUAGE="TEXT" [...]
npm run plan -- order ID PLACE
npm run plan -- retire ID                             takes it off sale; who has it keeps it
npm run plan -- restore ID                            undoes that
npm run plan -- unlock-price PRICE [PRICE ...]        what a series costs that has no price of its own
npm run plan -- series-price SERIES PRICE [PRICE ...] a price of its own
npm run plan -- series-price SERIES general           back to the general one

PRICE is such as USD=9.99, "USD 9.99" or JPY=980, and USD=none to sell it no longer in that currency.
LANGUAGE is ${languages.join(", ")}; SERIES an id or a title in quotes. PLACE counts from 1.
Members keep the price that they agreed to. Running servers show the change within a second.`;

interface Options {
  days?: string | undefined;
  name?: string | undefined;
  about?: string | undefined;
}

/** Returns the work for the arguments; null if they do not fit together. */
function workOf(verb: string, [id, ...rest]: string[], { days, name, about }: Options): CommandWork | null {
  if (verb === "list" && id === undefined) return async () => undefined;
  if (id === undefined) return null;
  if (verb === "add" && days !== undefined && name !== undefined && rest.length > 0)
    return async (house) =>
      addPlan(house, id, { days, name, description: about ?? "", prices: checked(house, rest) });
  if (verb === "unlock-price")
    return async (house) => changeUnlockPrices(house, checked(house, [id, ...rest]));
  const [first] = rest;
  if (verb === "price" && first !== undefined)
    return async (house) => changePrices(house, id, checked(house, rest));
  if (verb === "series-price" && first !== undefined) return (house) => priceSeries(house, id, rest);
  if (verb === "name" && first !== undefined) return (house) => tellPlan(house, id, "name", textsOf(rest));
  if (verb === "describe" && first !== undefined)
    return (house) => tellPlan(house, id, "description", textsOf(rest));
  if (verb === "order" && first !== undefined && rest.length === 1)
    return (house) => movePlan(house, id, first);
  if (rest.length > 0) return null;
  if (verb === "retire") return (house) => sellPlan(house, id, false);
  return verb === "restore" ? (house) => sellPlan(house, id, true) : null;
}

async function priceSeries(house: CommandContext, called: string, words: string[]): Promise<void> {
  const back = words.length === 1 && words[0] === "general";
  const { title, prices } = await changeSeriesPrices(house, called, back ? null : checked(house, words));
  console.log(
    prices === null
      ? `${title} costs the general price.`
      : `${title} costs ${pricesText(prices)}; the general price elsewhere. Its folder's series.yaml says so too when it is ingested anew.`,
  );
}

/**
 * Parses prices. Prints a note for a price that only some gateways accept, and throws a PlanError if none
 * does.
 */
function checked({ config }: CommandContext, words: readonly string[]): PriceWish[] {
  const configured: GatewayName[] = [
    ...(config.stripe ? (["stripe"] as const) : []),
    ...(config.paypal ? (["paypal"] as const) : []),
  ];
  const prices = parsePrices(words);
  for (const note of prices.flatMap((wish) => checkPrice(wish, configured, config.paypal?.country)))
    console.log(note);
  return prices;
}

function textsOf(pairs: readonly string[]): Texts {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [tag = "", text = ""] = pair.split(/=(.*)/s);
      const language = parseLanguage(tag);
      if (!language) throw new PlanError(`"${pair}" is no text. Give LANGUAGE="TEXT", such as de="30 Tage".`);
      return [language, text.trim()];
    }),
  );
}

/** The entry point of this command. */
export const main = commandMain({
  name: "plan",
  usage: USAGE,
  options: { days: { type: "string" }, name: { type: "string" }, about: { type: "string" } },
  faults: [PlanError],
  workOf: ({ values, positionals: [verb = "list", ...words] }) => workOf(verb, words, values),
  show: async (house) => console.log((await listingOf(house)).join("\n")),
});
await runIfStarted(import.meta, main);
