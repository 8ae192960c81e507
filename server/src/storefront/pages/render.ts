import { type Language, parseLanguage } from "@cliffhanger/contract";
import { readHomepage } from "../read.ts";
import { renderCardForm, renderFrame, renderInformation, renderNotFound } from "./frames.ts";
import { renderList, renderResults, renderSearch } from "./lists.ts";
import { draw, keep, type Page, type PageContext } from "./page.ts";
import { renderShopping } from "./shopping.ts";
import { renderWatch } from "./watch.ts";

/** The page for a path. Only `ep`, `sort`, `series`, `lang` and `continue` of the query reach the page, so that the pages kept stay few. */
export async function renderPage(
  given: PageContext,
  path: string,
  query: URLSearchParams,
  language: Language,
  origin: string,
): Promise<Page> {
  const context = { ...given, asked: parseLanguage(query.get("lang")) };
  const route = context.shell.route(path);
  if (route.name === "home") {
    // Keeps the place of the continue-watching row, so that nothing moves when the browser fills it.
    const url = query.get("continue") === "1" ? "/?continue=1" : "/";
    const document = await keep(context, ["home", url, language, origin], async (config) =>
      draw(context, url, language, origin, config.site, [
        config.query,
        { name: "GET /api/homepage", params: {}, result: await readHomepage(context, language) },
      ]),
    );
    return { document, status: 200, personal: null };
  }
  if (route.name === "browse" || route.name === "more") {
    return renderList(context, route, query.get("sort"), language, origin);
  }
  if (route.name === "notFound") return renderNotFound(context, language, origin);
  if (route.name === "watch") return renderWatch(context, route.seriesId, query.get("ep"), language, origin);
  if (route.name === "info") return renderInformation(context, route.page, language, origin);
  if (route.name === "contactUs") return renderInformation(context, "contactUs", language, origin);
  if (route.name === "search") return renderSearch(context, language, origin);
  if (route.name === "results") return renderResults(context, route.keyword, language, origin);
  if (route.name === "shopping") return renderShopping(context, query.get("series"), language, origin);
  if (route.name === "orderEasy") return renderCardForm(context, path, language, origin);
  return renderFrame(context, path, language, origin);
}
