import { type Params, withDefaults } from "./pixel.ts";

/** What an event may be about, by the names that our screens use. */
interface About {
  seriesId?: string;
  episodeId?: string;
  planId?: string;
  orderId?: string;
  title?: string;
  query?: string;
  method?: string;
  percent?: number;
}

const names = ["seriesId", "episodeId", "planId", "orderId", "title", "query", "method", "percent"] as const;

/** Splits an event's parameters: what it is about, and all others, with their defaults (R97). */
function splitParams(params: Params): { about: About; rest: Params } {
  const own = Object.entries(params).filter(([name]) => (names as readonly string[]).includes(name));
  const others = Object.entries(params).filter(([name]) => !(names as readonly string[]).includes(name));
  return { about: Object.fromEntries(own), rest: withDefaults(Object.fromEntries(others)) };
}

function idOf({ seriesId, planId }: About): string | undefined {
  return seriesId ?? planId;
}

/** Returns the parameters by Meta's names. */
export function metaParams(params: Params): Params {
  const { about, rest } = splitParams(params);
  const id = idOf(about);
  return present({
    ...rest,
    content_ids: id && [id],
    content_type: id && "product",
    content_name: about.title,
    search_string: about.query,
    order_id: about.orderId,
    method: about.method,
    percent: about.percent,
  });
}

/** Returns the parameters by TikTok's names; its documentation names the search term in two ways. */
export function tiktokParams(params: Params): Params {
  const { about, rest } = splitParams(params);
  const id = idOf(about);
  const content = {
    content_id: id,
    content_type: "product",
    content_name: about.title,
    quantity: 1,
    price: rest["value"],
  };
  return present({
    ...rest,
    contents: id && [present(content)],
    query: about.query,
    search_string: about.query,
    order_id: about.orderId,
    method: about.method,
    percent: about.percent,
  });
}

/** Returns the parameters by Google's names. */
export function googleParams(name: string, params: Params): Params {
  const { about, rest } = splitParams(params);
  const id = idOf(about);
  return present({
    ...rest,
    items: id && [present({ item_id: id, item_name: about.title, price: rest["value"], quantity: 1 })],
    search_term: about.query,
    transaction_id: about.orderId,
    [name === "add_payment_info" ? "payment_type" : "method"]: about.method,
    video_percent: about.percent,
    video_title: about.percent === undefined ? undefined : about.title,
  });
}

function present(values: Record<string, unknown>): Params {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
