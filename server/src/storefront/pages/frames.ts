import type { PageName } from "@cliffhanger/contract";
import { cardPageHeaders } from "./card-page-headers.ts";
import type { PageContent, PlainRequest } from "./page.ts";

/** A screen whose content the browser fetches: the frame, the title and the messages come with the page. */
export function frame({ path }: PlainRequest): PageContent {
  return { url: path, key: ["frame", path], queries: async () => [] };
}

/** The page of the card form: rendered for this one request, because the gateway's script may run there. */
export function cardForm({ context, path }: PlainRequest): PageContent {
  return { url: path, key: null, queries: async () => [], headers: cardPageHeaders(context.cardScriptUrl) };
}

/** An information page, with its text. */
export function information({ context, language }: PlainRequest, name: PageName): PageContent {
  return {
    url: `/${name}`,
    key: ["info", name],
    queries: async ({ site }) => {
      const result = await context.information.read(name, language, site);
      return [{ name: "GET /api/page", params: { name }, result }];
    },
  };
}
