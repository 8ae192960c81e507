import type { Language } from "@cliffhanger/contract";
import { type Billing, readSale } from "#billing";
import { notFound } from "#platform/http/errors";
import type { Http } from "#platform/http/server";
import type { HomePreviewOptions } from "./home-preview.ts";
import { configOf } from "./pages/page.ts";
import {
  endedPreview,
  HTML,
  previewHeaders,
  previewLanguage,
  previewMoment,
  withoutScripts,
} from "./preview-document.ts";
import type { Shell } from "./shell.ts";

type PlansPreviewOptions = HomePreviewOptions & { billing: Billing };

/** Registers the preview of what is on sale: the sheet that a guest would get, now or at a later time, without a script. */
export function registerPlansPreview(http: Http, options: PlansPreviewOptions): void {
  const { codes, shell, consoleOrigin } = options;
  const headers = previewHeaders(consoleOrigin);
  http.get<{ Params: { code: string }; Querystring: Record<string, unknown> }>(
    "/preview/plans/:code",
    { config: { access: "anyone" } },
    async (request, reply) => {
      if (!shell) throw notFound();
      const language = previewLanguage(request.query["language"]);
      if (!codes.isValid(request.params.code))
        return reply.code(404).headers(headers).type(HTML).send(endedPreview(language));
      const { currency } = request.query;
      const at = previewMoment(request.query["at"]);
      const html = await renderPlans(
        { ...options, shell },
        {
          language,
          currency: typeof currency === "string" && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
          origin: options.publicOrigin ?? `${request.protocol}://${request.host}`,
          at,
        },
      );
      return reply.headers(headers).type(HTML).send(html);
    },
  );
}

interface Wanted {
  language: Language;
  /** The currency of the viewer; undefined: the site's first one. */
  currency: string | undefined;
  origin: string;
  at: Date | null;
}

async function renderPlans(
  options: PlansPreviewOptions & { shell: Shell },
  { language, currency, origin, at }: Wanted,
): Promise<string> {
  const { billing } = options;
  const then: Billing = at === null ? billing : { ...billing, clock: { ...billing.clock, now: () => at } };
  const [config, result] = await Promise.all([
    configOf(options),
    readSale(then, { seriesId: undefined, currency, region: null, language }, null),
  ]);
  const { html } = options.shell.render({
    url: "/shopping",
    language,
    origin,
    site: config.site,
    queries: [config.query, { name: "GET /api/plan", params: {}, result }],
    whole: true,
  });
  return withoutScripts(html);
}
