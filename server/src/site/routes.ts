import { cachedResponseOf, type ResponseCache } from "#platform/http/cached-response";
import { documentOfCall, handleCall, sendDocument } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import type { InformationPages } from "./pages/information.ts";
import { readSite } from "./public-config.ts";
import { readSecurityTxt } from "./security-txt.ts";
import { type ContactContext, writeTicket } from "./tickets/write.ts";

/** What the site's routes need. */
export interface SiteOptions extends ContactContext {
  publicOrigin: string | null;
  responses: ResponseCache;
  information: InformationPages;
}

/** Registers the information pages and the contact form. */
export function registerSite(http: Http, options: SiteOptions): void {
  const { db, clock, mail, responses, information } = options;
  http.get("/.well-known/security.txt", { config: { access: "anyone" } }, async (request, reply) => {
    const day = clock.now().toISOString().slice(0, 10);
    const document = await responses.get(`security.txt ${day}`, async () =>
      cachedResponseOf(
        (await readSecurityTxt(options, options.publicOrigin)) ?? "",
        "text/plain; charset=utf-8",
      ),
    );
    if (document.body.length === 0)
      return reply
        .code(404)
        .header("cache-control", "no-store")
        .type("text/plain; charset=utf-8")
        .send("not set\n");
    await sendDocument(request, reply, document, { vary: "Accept-Encoding" });
    return reply;
  });
  handleCall(http, "GET /api/page", {
    access: "anyone",
    handle: ({ query: { name }, language }) =>
      responses.get(`page ${name} ${language}`, async () => {
        const site = await readSite(db);
        return documentOfCall("GET /api/page", { info: await information.read(name, language, site) });
      }),
  });
  handleCall(http, "POST /api/contact", {
    access: "recognised",
    async handle({ body, language, caller, origin }) {
      const memberId = caller?.kind === "member" ? caller.id : null;
      const writer = { memberId, language, address: origin.address };
      return { info: { ticket: await writeTicket({ db, clock, mail }, body, writer) } };
    },
  });
}
