/** `npm run plan -- list | add | price | name | describe | order | retire | restore | unlock-price | series-price`. */
import { parseLanguage } from "@cliffhanger/contract";
import type { Texts } from "#catalogue";
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { sayIn } from "#platform/said";
import type { GatewayName } from "../records/gateway.ts";
import {
  addPlan,
  changePrices,
  changeSeriesPrices,
  changeUnlockPrices,
  describePlan,
  movePlan,
  sellPlan,
} from "./change.ts";
import { checkPrice, type PriceChange, parseFrom, parsePrices } from "./parse-price.ts";
import { PlanError } from "./plan-error.ts";
import { USAGE } from "./plan-usage.ts";
import { listingOf, pricesText } from "./show.ts";

interface Options {
  days?: string | undefined;
  name?: string | undefined;
  about?: string | undefined;
  from?: string | undefined;
}

/** Returns the work for the arguments; null if they do not fit together. */
function workOf(
  verb: string,
  [id, ...rest]: string[],
  { days, name, about, from }: Options,
): CommandWork | null {
  if (from !== undefined && verb !== "price" && verb !== "unlock-price") return null;
  if (verb === "list" && id === undefined) return async () => undefined;
  if (id === undefined) return null;
  if (verb === "add" && days !== undefined && name !== undefined && rest.length > 0)
    return async (context) =>
      addPlan(context, id, { days, name, description: about ?? "", prices: checked(context, rest) });
  if (verb === "unlock-price")
    return async (context) => changeUnlockPrices(context, checked(context, [id, ...rest]), fromOf(from));
  const [first] = rest;
  if (verb === "price" && first !== undefined)
    return async (context) => changePrices(context, id, checked(context, rest), fromOf(from));
  if (verb === "series-price" && first !== undefined) return (context) => priceSeries(context, id, rest);
  if (verb === "name" && first !== undefined)
    return (context) => describePlan(context, id, "name", textsOf(rest));
  if (verb === "describe" && first !== undefined)
    return (context) => describePlan(context, id, "description", textsOf(rest));
  if (verb === "order" && first !== undefined && rest.length === 1)
    return (context) => movePlan(context, id, first);
  if (rest.length > 0) return null;
  if (verb === "retire") return (context) => sellPlan(context, id, false);
  return verb === "restore" ? (context) => sellPlan(context, id, true) : null;
}

const fromOf = (text: string | undefined) => (text === undefined ? null : parseFrom(text));

async function priceSeries(context: CommandContext, name: string, args: string[]): Promise<void> {
  const back = args.length === 1 && args[0] === "general";
  const { title, prices } = await changeSeriesPrices(context, name, back ? null : checked(context, args));
  console.log(
    prices === null
      ? `${title} costs the general price.`
      : `${title} costs ${pricesText(prices)}; the general price in other currencies. It stays until unlock_price in its folder's series.yaml changes.`,
  );
}

/**
 * Parses prices. Prints a note for a price that only some gateways accept, and throws a PlanError if none
 * does.
 */
function checked({ config }: CommandContext, args: readonly string[]): PriceChange[] {
  const configured: GatewayName[] = [
    ...(config.stripe ? (["stripe"] as const) : []),
    ...(config.paypal ? (["paypal"] as const) : []),
  ];
  const prices = parsePrices(args);
  for (const note of prices.flatMap((price) => checkPrice(price, configured, config.paypal?.country)))
    console.log(sayIn("en", note));
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
  options: {
    days: { type: "string" },
    name: { type: "string" },
    about: { type: "string" },
    from: { type: "string" },
  },
  faults: [PlanError],
  workOf: ({ values, positionals: [verb = "list", ...args] }) => workOf(verb, args, values),
  show: async (context) => console.log((await listingOf(context)).join("\n")),
});
await runIfStarted(import.meta, main);
