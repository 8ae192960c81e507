import type { Language, PageName } from "@cliffhanger/contract";
import { cardPageHeaders } from "./card-page-headers.ts";
import { configOf, draw, keep, type Page, type PageContext } from "./page.ts";

/** A screen whose content the browser fetches: the frame, the title and the words come with the page. */
export async function renderFrame(
  context: PageContext,
  path: string,
  language: Language,
  origin: string,
): Promise<Page> {
  const document = await keep(context, ["frame", path, language, origin], async ({ site, query }) =>
    draw(context, path, language, origin, site, [query]),
  );
  return { document, status: 200, personal: null };
}

/** The page of the card form: a document of its own, drawn for this one request, where the gateway's script may run. */
export async function renderCardForm(
  context: PageContext,
  path: string,
  language: Language,
  origin: string,
): Promise<Page> {
  const { site, query } = await configOf(context);
  const document = draw(context, path, language, origin, site, [query]);
  return { document, status: 200, personal: null, headers: cardPageHeaders(context.cardScriptUrl) };
}

/** An information page, with its text. */
export async function renderInformation(
  context: PageContext,
  name: PageName,
  language: Language,
  origin: string,
): Promise<Page> {
  const document = await keep(context, ["info", name, language, origin], async ({ site, query }) => {
    const result = await context.information.read(name, language, site);
    return draw(context, `/${name}`, language, origin, site, [
      query,
      { name: "GET /api/page", params: { name }, result },
    ]);
  });
  return { document, status: 200, personal: null };
}

/** The page that says that there is none here. */
export async function renderNotFound(
  context: PageContext,
  language: Language,
  origin: string,
): Promise<Page> {
  const document = await keep(context, ["notFound", language, origin], async (config) =>
    draw(context, "/404", language, origin, config.site, [config.query], true),
  );
  return { document, status: 404, personal: null };
}
