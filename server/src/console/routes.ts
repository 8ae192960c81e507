import { type Language, parseLanguage } from "@cliffhanger/contract/languages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorPage } from "#platform/http/error-page";
import { notFound } from "#platform/http/errors";
import { pageHeaders } from "#platform/http/headers";
import { type Http, languageOfRequest, sendRefusal } from "#platform/http/server";
import { serveFolder } from "#platform/http/static";
import { type ConsoleFiles, consoleDocument } from "./document.ts";

const anyone = { config: { access: "anyone" as const } };

/**
 * Registers the console's document for every address below `/console`, and the files that it loads. Without a build, the
 * addresses answer 503 with what to do.
 */
export async function registerConsole(
  http: Http,
  { files, publicOrigin }: { files: ConsoleFiles | null; publicOrigin: string | null },
): Promise<void> {
  const write = files && consoleDocument(files, publicOrigin);
  for (const url of ["/console", "/console/*"])
    http.get(url, anyone, async (request, reply) => {
      reply.type("text/html; charset=utf-8");
      if (write) {
        const { html, headers } = write(languageOf(request));
        return reply.headers(headers).send(html);
      }
      const language = languageOfRequest(request);
      const label = request.server.messageOf("request_id", language);
      return reply
        .code(503)
        .headers(pageHeaders)
        .headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex" })
        .send(
          errorPage({
            message: "The console is not built on this server. Run: npm run build",
            language: "en",
            retry: false,
            requestId: { label, value: request.id },
          }),
        );
    });
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(request, reply, notFound(), true);
  if (files) await serveFolder(http, files.folder, "/console", refuse);
  else http.get("/console/assets/*", anyone, refuse);
}

/** Returns the language that this browser showed the console in last, else the one that it prefers. */
function languageOf(request: FastifyRequest): Language {
  const kept = /(?:^|;\s*)console-language=([a-z]{2})/.exec(request.headers.cookie ?? "")?.[1];
  return parseLanguage(kept) ?? languageOfRequest(request);
}
