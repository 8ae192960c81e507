import { errorPage } from "#platform/http/error-page";
import { notFound } from "#platform/http/errors";
import { pageHeaders } from "#platform/http/headers";
import { type Http, languageOfRequest, sendRefusal } from "#platform/http/server";
import { serveFolder } from "#platform/http/static";
import { consoleDocument } from "./document.ts";

/** The built console: its document, and the folder of its files. */
export interface ConsoleFiles {
  template: string;
  folder: string;
}

const anyone = { config: { access: "anyone" as const } };

/**
 * Registers the console's document for every address below `/console`, and the files that it loads. Without a build, the
 * addresses answer 503 with what to do.
 */
export async function registerConsole(
  http: Http,
  { files, publicOrigin }: { files: ConsoleFiles | null; publicOrigin: string | null },
): Promise<void> {
  const write = files && consoleDocument(files.template, publicOrigin);
  for (const url of ["/console", "/console/*"])
    http.get(url, anyone, async (request, reply) => {
      reply.type("text/html; charset=utf-8");
      if (write) {
        const { html, headers } = write();
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
  http.get("/console/assets/*", anyone, async (request, reply) =>
    sendRefusal(request, reply, notFound(), true),
  );
  if (files) await serveFolder(http, files.folder, "/console");
}
