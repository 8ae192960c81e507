import { createHmac, timingSafeEqual } from "node:crypto";
import type { Language } from "@cliffhanger/contract";
import { readHome } from "#catalogue";
import type { Clock } from "#platform/clock";
import { notFound } from "#platform/http/errors";
import type { Http } from "#platform/http/server";
import type { ListContext } from "./lists.ts";
import { configOf, type PageContext } from "./pages/page.ts";
import {
  endedPreview,
  HTML,
  previewHeaders,
  previewLanguage,
  previewMoment,
  withoutScripts,
} from "./preview-document.ts";
import { readHomepage } from "./read.ts";
import type { Shell } from "./shell.ts";

const LIFE_SECONDS = 3600;

/** The codes that open the preview of the home screen. Nothing is stored: a code carries when it ends. */
export interface PreviewCodes {
  create(): string;
  isValid(code: string): boolean;
}

/** Opens the codes of previews, signed by the newest of these keys and verified by all. */
export function openPreviewCodes(keys: readonly { secret: string }[], clock: Clock): PreviewCodes {
  const sign = (end: string, secret: string) =>
    createHmac("sha256", secret).update(`home preview ${end}`).digest();
  // By the machine's time: a clock that the demo or a test moves must not end what an open screen shows.
  const now = () => Math.floor(clock.machine().getTime() / 1000);
  return {
    create() {
      const end = String(now() + LIFE_SECONDS);
      return `${end}-${sign(end, keys[0]?.secret ?? "").toString("base64url")}`;
    },
    isValid(code) {
      const [, end = "", signature = ""] = /^(\d{1,12})-([\w-]{43})$/.exec(code) ?? [];
      if (end === "" || Number(end) <= now() || Number(end) > now() + LIFE_SECONDS) return false;
      const given = Buffer.from(signature, "base64url");
      return keys.some(({ secret }) => timingSafeEqual(sign(end, secret), given));
    },
  };
}

/** What the preview needs. */
export interface HomePreviewOptions extends ListContext, Pick<PageContext, "abilities"> {
  shell: Shell | null;
  codes: PreviewCodes;
  /** The address that visitors see; null: that of the request. */
  publicOrigin: string | null;
  /** The console's own address, which alone may frame the preview; null: the site's. */
  consoleOrigin: string | null;
}

/**
 * Registers the preview of the home screen: the page that viewers would get, with the changes that are not published. It
 * contains no script, so that nothing is counted, stored or loaded by it.
 */
export function registerHomePreview(http: Http, options: HomePreviewOptions): void {
  const { codes, shell, consoleOrigin } = options;
  const headers = previewHeaders(consoleOrigin);
  http.get<{ Params: { code: string }; Querystring: Record<string, unknown> }>(
    "/preview/home/:code",
    { config: { access: "anyone" } },
    async (request, reply) => {
      if (!shell) throw notFound();
      const language = previewLanguage(request.query["language"]);
      if (!codes.isValid(request.params.code))
        return reply.code(404).headers(headers).type(HTML).send(endedPreview(language));
      const at = previewMoment(request.query["at"]);
      const html = await renderHome(
        { ...options, shell },
        {
          language,
          origin: options.publicOrigin ?? `${request.protocol}://${request.host}`,
          at,
        },
      );
      return reply.headers(headers).type(HTML).send(html);
    },
  );
}

async function renderHome(
  options: HomePreviewOptions & { shell: Shell },
  { language, origin, at }: { language: Language; origin: string; at: Date | null },
): Promise<string> {
  const { sections } = await readHome(options.db);
  const [config, result] = await Promise.all([
    configOf(options),
    readHomepage(options, language, { readSections: async () => sections, ...(at && { at }) }),
  ]);
  const { html } = options.shell.render({
    url: "/",
    language,
    origin,
    site: config.site,
    queries: [config.query, { name: "GET /api/homepage", params: {}, result }],
    whole: true,
  });
  return withoutScripts(html);
}
