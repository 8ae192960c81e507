import type { Tree } from "./form.ts";
import { invalid, missing } from "./refusal.ts";

type Listed = { id: string; created?: number };

/** The parameters of every list. */
export const listShape = {
  created: { gt: "integer", gte: "integer", lt: "integer", lte: "integer" },
  ending_before: "text",
  limit: "integer",
  starting_after: "text",
} as const;

/** Returns a page of a list, the newest first. `all` is sorted with the oldest first. */
export function listPage<T extends Listed>(all: T[], url: string, sent: Tree): object {
  const things = all.filter((one) => isWithin(one, sent["created"])).reverse();
  const limit = sent["limit"] === undefined ? 10 : Number(sent["limit"]);
  if (!(limit >= 1 && limit <= 100)) {
    throw invalid("Invalid limit: must be between 1 and 100.", "parameter_invalid_integer", "limit");
  }
  const place = (name: "starting_after" | "ending_before") => {
    const id = sent[name];
    if (typeof id !== "string") return undefined;
    const at = things.findIndex((one) => one.id === id);
    if (at < 0) throw missing("object", id, name);
    return at;
  };
  const [after, before] = [place("starting_after"), place("ending_before")];
  if (before !== undefined) {
    const data = things.slice(Math.max(0, before - limit), before);
    return { object: "list", url, has_more: before > limit, data };
  }
  const from = after === undefined ? 0 : after + 1;
  const data = things.slice(from, from + limit);
  return { object: "list", url, has_more: from + limit < things.length, data };
}

function isWithin({ created = 0 }: Listed, bound: Tree[string] | undefined): boolean {
  if (bound === undefined) return true;
  if (typeof bound === "string") return created === Number(bound);
  if (Array.isArray(bound)) return true;
  const number = (name: string) => (bound[name] === undefined ? undefined : Number(bound[name]));
  return (
    created > (number("gt") ?? -1) &&
    created >= (number("gte") ?? 0) &&
    created < (number("lt") ?? Number.POSITIVE_INFINITY) &&
    created <= (number("lte") ?? Number.POSITIVE_INFINITY)
  );
}
