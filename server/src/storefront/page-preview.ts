import type { Clock } from "#platform/clock";
import { notFound } from "#platform/http/errors";
import type { Http } from "#platform/http/server";
import { type InformationPages, readPreview } from "#site";
import type { ListContext } from "./lists.ts";
import { configOf, type PageContext } from "./pages/page.ts";
import { previewHeaders, withoutScripts } from "./preview-document.ts";
import type { Shell } from "./shell.ts";

/** What the preview needs. */
export interface PagePreviewOptions extends ListContext, Pick<PageContext, "abilities"> {
  shell: Shell | null;
  clock: Clock;
  information: InformationPages;
  /** The address that visitors see; null: that of the request. */
  publicOrigin: string | null;
  /** The console's own address, which alone may frame the preview; null: the site's. */
  consoleOrigin: string | null;
}

/** Registers the preview of an information page: the page that visitors would get, with a text that is not saved. */
export function registerPagePreview(http: Http, options: PagePreviewOptions): void {
  const { shell, consoleOrigin, information } = options;
  const headers = previewHeaders(consoleOrigin);
  http.get<{ Params: { code: string } }>(
    "/preview/page/:code",
    { config: { access: "anyone" } },
    async (request, reply) => {
      const config = await configOf(options);
      const page = await readPreview(options, {
        code: request.params.code,
        site: config.site,
        date: (name) => information.versions()[name],
      });
      if (!shell || !page) throw notFound();
      const { html } = shell.render({
        url: `/${page.name}`,
        language: page.language,
        origin: options.publicOrigin ?? `${request.protocol}://${request.host}`,
        site: config.site,
        queries: [config.query, { name: "GET /api/page", params: { name: page.name }, result: page }],
        whole: true,
      });
      return reply.headers(headers).type("text/html; charset=utf-8").send(withoutScripts(html));
    },
  );
}
