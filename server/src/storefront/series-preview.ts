import { type Language, type PreviewRole, parseLanguage, previewRoles } from "@cliffhanger/contract";
import { openPreview, type Previewed, textIn } from "#catalogue";
import { noRights } from "#entitlements";
import { listCaptions, MULTIVARIANT } from "#media";
import { errorPage } from "#platform/http/error-page";
import { notFound } from "#platform/http/errors";
import { type Http, languageOfRequest } from "#platform/http/server";
import { messagesIn } from "#platform/messages";
import { previewGrant } from "#playback";
import { episodeOf, seriesOf } from "./compose.ts";
import { configOf, type PageContext } from "./pages/page.ts";
import { episodesFor, type PersonalContext, seriesFor } from "./personal.ts";
import { previewHeaders, withoutScripts } from "./preview-document.ts";
import type { PriceLocale } from "./price-locale.ts";
import type { Own } from "./recognise/recognise.ts";
import type { Shell } from "./shell.ts";

/** What previews of series need. */
export interface SeriesPreviewOptions extends PersonalContext, Pick<PageContext, "abilities"> {
  shell: Shell | null;
  publicOrigin: string | null;
  /** The console's own address, which alone may frame the preview; null: the site's. */
  consoleOrigin: string | null;
}

interface Seen {
  region: string | null;
  /** The address that visitors see. */
  origin: string;
  preview: Previewed;
  code: string;
  role: PreviewRole;
  language: Language;
  /** The number of the episode that plays; null for the first. */
  number: number | null;
}

/**
 * Registers the private preview of a series: the page that a guest, a member or a buyer would get, with the draft and with films
 * that nobody else sees yet. None of the app's own scripts run, so that it counts no play and sells nothing.
 */
export function registerSeriesPreview(http: Http, options: SeriesPreviewOptions): void {
  const { shell } = options;
  const headers = previewHeaders(options.consoleOrigin, {});
  http.get<{ Params: { code: string }; Querystring: Record<string, unknown> }>(
    "/preview/:code",
    { config: { access: "anyone" } },
    async (request, reply) => {
      const { as, language, ep } = request.query;
      const role = previewRoles.find((one) => one === as) ?? "guest";
      const device = (request.headers["user-agent"] ?? "").slice(0, 200);
      const { code } = request.params;
      const preview = shell && (await openPreview(options, code, { seenAs: role, device }));
      const wanted = (typeof language === "string" && parseLanguage(language)) || languageOfRequest(request);
      if (!preview) {
        const requestId = { label: request.server.messageOf("request_id", wanted), value: request.id };
        const message = messagesIn(wanted)("preview.ended");
        return reply
          .code(404)
          .headers(headers)
          .type("text/html; charset=utf-8")
          .send(errorPage({ message, language: wanted, retry: false, requestId }));
      }
      const html = await renderPreview(
        { ...options, shell },
        {
          region: request.server.originOf(request).region,
          origin: options.publicOrigin ?? `${request.protocol}://${request.host}`,
          preview,
          code,
          role,
          language: wanted,
          number: typeof ep === "string" && /^[1-9]\d{0,4}$/.test(ep) ? Number(ep) : null,
        },
      );
      return reply.headers(headers).type("text/html; charset=utf-8").send(html);
    },
  );
}

async function renderPreview(options: SeriesPreviewOptions & { shell: Shell }, seen: Seen): Promise<string> {
  const { language, preview } = seen;
  const priceLocale = await options.pricing.localeOf(language, seen.region);
  const { series, page } = await readPreviewed(options, seen, priceLocale);
  const config = await configOf(options);
  const chosen = page.list.find(({ number }) => number === seen.number) ?? page.list[0];
  const { html } = options.shell.render({
    url: `/videos/${preview.series.id}${chosen ? `?ep=${chosen.number}` : ""}`,
    language,
    origin: seen.origin,
    site: config.site,
    queries: [
      config.query,
      { name: "GET /api/video", params: { id: series.id }, result: series },
      { name: "GET /api/video/episode", params: { seriesId: series.id }, result: page },
    ],
    whole: true,
  });
  const film =
    chosen && !chosen.locked
      ? await filmOf(options, seen, chosen.id)
      : `<p>${escaped(messagesIn(language)("preview.locked"))}</p>`;
  const bar = barOf(seen, page.list, { chosen: chosen?.number ?? null, film });
  // Without the app's scripts they would do nothing.
  return withoutScripts(html)
    .replaceAll("<button ", "<button disabled ")
    .replace("</head>", '<link rel="stylesheet" href="/preview.css"></head>')
    .replace("</body>", () => `${bar}<script type="module" src="/preview.js"></script></body>`);
}

async function readPreviewed(
  options: SeriesPreviewOptions,
  { preview: { series: row, episodes }, role, language }: Seen,
  priceLocale: PriceLocale,
) {
  const poster = row.poster ?? episodes[0]?.thumbnail;
  if (!poster) throw notFound();
  const { unlock } = await options.pricing.offer(row.id, priceLocale);
  const more = { unlockPrice: unlock?.price ?? null, upcoming: [] };
  const series = seriesOf({ ...row, poster }, more, language, options.clock.now());
  const list = episodes.map((episode) => episodeOf(episode, language));
  const page = { list, total: list.length, page: 1, pageSize: Math.max(1, list.length), hasMore: false };
  if (role === "guest") return { series, page };
  const right = role === "member" ? { membership: true } : { series: new Set([row.id]) };
  const own: Own = {
    view: { favorite: false, progress: null, episodes: new Map() },
    rights: { ...noRights, ...right },
  };
  return { series: seriesFor(series, own), page: episodesFor(page, own) };
}

async function filmOf(
  options: SeriesPreviewOptions,
  { preview, language }: Seen,
  episodeId: string,
): Promise<string> {
  const assetId = preview.episodes.find(({ id }) => id === episodeId)?.asset_id ?? "";
  const prefix = previewGrant(options, { previewId: preview.id, episodeId, assetId });
  const names = new Intl.DisplayNames([language], { type: "language" });
  const tracks = (await listCaptions(options.db, episodeId)).map(
    ({ language: spoken, file }) =>
      `<track kind="captions" srclang="${escaped(spoken)}" label="${escaped(names.of(spoken) ?? spoken)}" src="${escaped(prefix + file)}">`,
  );
  const ended = messagesIn(language)("preview.ended");
  return `<video controls playsinline data-hls="${escaped(prefix + MULTIVARIANT)}" data-ended="${escaped(ended)}">${tracks.join("")}</video>`;
}

function barOf(
  { preview, code, role, language }: Seen,
  list: readonly { number: number; locked: boolean }[],
  { chosen, film }: { chosen: number | null; film: string },
): string {
  const say = messagesIn(language);
  const address = (as: PreviewRole, ep: number | null) => {
    const query = new URLSearchParams({ as, language, ...(ep ? { ep: String(ep) } : {}) });
    return `/preview/${code}?${query.toString()}`;
  };
  const link = (href: string, words: string, isPresent: boolean) =>
    `<a target="_self" href="${escaped(href)}"${isPresent ? ' aria-current="page"' : ""}>${escaped(words)}</a>`;
  const roles = previewRoles.map((as) => link(address(as, chosen), say(`preview.${as}`), as === role));
  const episodes = list.map(({ number, locked }) =>
    link(
      address(role, number),
      locked ? say("preview.episodeLocked", { number }) : String(number),
      number === chosen,
    ),
  );
  const until = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  const text = say("preview.text", {
    title: textIn(preview.series.title, language),
    until: until.format(preview.endsAt),
  });
  return `<aside class="preview" aria-label="${escaped(say("preview.title"))}"><details open>
<summary>${escaped(say("preview.title"))}</summary>
<p>${escaped(text)}</p>
<nav aria-label="${escaped(say("preview.seenAs"))}">${roles.join("")}</nav>
${film}
<nav aria-label="${escaped(say("preview.episodes"))}">${episodes.join("")}</nav>
</details></aside>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
