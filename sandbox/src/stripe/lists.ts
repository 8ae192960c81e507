import type { Store } from "../gateway/store.ts";
import type { Tree } from "./form.ts";
import { invalid, missing } from "./refusal.ts";

type Listed = { id: string; created?: number };

/** What a list is of: the values of a kind, all or those of one parent, that are kept, each as it is shown. */
export interface Listing<T extends Listed> {
  kind: string;
  under?: string;
  keep?(one: T): boolean;
  show?(one: T): object;
}

/** The parameters of every list. */
export const listShape = {
  created: { gt: "integer", gte: "integer", lt: "integer", lte: "integer" },
  ending_before: "text",
  limit: "integer",
  starting_after: "text",
} as const;

/** Returns a page of a list, the newest first. It reads no further than the page. */
export function listPage<T extends Listed>(
  store: Store,
  { kind, under, keep = () => true, show = (one) => one }: Listing<T>,
  url: string,
  sent: Tree,
): object {
  const limit = sent["limit"] === undefined ? 10 : Number(sent["limit"]);
  if (!(limit >= 1 && limit <= 100)) {
    throw invalid("Invalid limit: must be between 1 and 100.", "parameter_invalid_integer", "limit");
  }
  const place = (name: "starting_after" | "ending_before") => {
    const id = sent[name];
    if (typeof id !== "string") return undefined;
    if (store.get(kind, id) === undefined) throw missing("object", id, name);
    return id;
  };
  const [before, after] = [place("starting_after"), place("ending_before")];
  const data: T[] = [];
  let more = false;
  for (const one of store.walk<T>(kind, {
    ...(under !== undefined && { under }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  })) {
    if (!isWithin(one, sent["created"]) || !keep(one)) continue;
    more = data.length === limit;
    if (more) break;
    data.push(one);
  }
  if (after !== undefined) data.reverse();
  return { object: "list", url, has_more: more, data: data.map(show) };
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
