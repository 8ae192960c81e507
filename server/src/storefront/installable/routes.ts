import { type Language, negotiateLanguage, parseLanguage } from "@cliffhanger/contract";
import type { FastifyRequest } from "fastify";
import type { Db } from "#platform/db/database";
import { cachedResponseOf, type ResponseCache } from "#platform/http/cached-response";
import { sendDocument } from "#platform/http/call";
import { dataHeaders, pageHeaders } from "#platform/http/headers";
import type { Http } from "#platform/http/server";
import type { MediaStore } from "#platform/storage";
import { readSite } from "#site";
import type { MadePictures } from "../made-pictures.ts";
import type { Shell } from "../shell.ts";
import { type IconName, iconSvg, icons, readIcon } from "./icons.ts";
import { manifestOf } from "./manifest.ts";

/** What the routes of the installable app need. */
export interface InstallableOptions {
  db: Db;
  responses: ResponseCache;
  store: MediaStore;
  made: MadePictures;
  /** Null if the viewers' app was not built. */
  shell: Shell | null;
}

const anyone = { config: { access: "anyone" as const } };

/** Registers the manifest, the icons and the offline page. */
export function registerInstallable(http: Http, options: InstallableOptions): void {
  const { db, responses, shell } = options;
  const siteOf = async () => readSite(db);

  http.get("/manifest.webmanifest", anyone, async (request, reply) => {
    const language = languageOf(request);
    const manifest = await responses.get(`manifest ${language}`, async () =>
      cachedResponseOf(
        manifestOf(await siteOf(), language, shell?.description(language) ?? ""),
        "application/manifest+json; charset=utf-8",
      ),
    );
    await sendDocument(request, reply, manifest);
    return reply;
  });

  http.get("/offline.html", anyone, async (request, reply) => {
    if (!shell) return reply.callNotFound();
    const language = languageOf(request);
    const page = await responses.get(`offline ${language}`, async () =>
      cachedResponseOf(shell.offline({ language, site: await siteOf() }), "text/html; charset=utf-8"),
    );
    reply.headers(pageHeaders).header("content-language", language);
    await sendDocument(request, reply, page);
    return reply;
  });

  http.get("/icons/icon.svg", anyone, async (request, reply) => {
    const svg = await responses.get("icon", async () =>
      cachedResponseOf(iconSvg(await siteOf()), "image/svg+xml; charset=utf-8"),
    );
    reply.headers(dataHeaders);
    await sendDocument(request, reply, svg, { vary: "Accept-Encoding" });
    return reply;
  });
  for (const name of Object.keys(icons) as IconName[]) {
    http.get(`/icons/${name}`, anyone, async (request, reply) => {
      const { body, etag } = await readIcon(options, await siteOf(), name);
      reply.headers(dataHeaders).header("cache-control", "public, max-age=86400").header("etag", etag);
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      return reply.type("image/png").send(body);
    });
  }
}

/**
 * Returns the language of `?lang`, which is needed because browsers fetch these files without cookies; otherwise the
 * browser's language.
 */
function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: string | string[] };
  const asked = parseLanguage(Array.isArray(lang) ? lang[0] : lang);
  return asked ?? negotiateLanguage(request.headers["accept-language"]) ?? "en";
}
