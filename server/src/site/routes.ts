import { answer, documentOfCall } from "#platform/http/call";
import type { Documents } from "#platform/http/document";
import type { Http } from "#platform/http/server";
import type { InformationPages } from "./pages/information.ts";
import { readPublicConfig } from "./public-config.ts";
import { type ContactContext, writeTicket } from "./tickets/write.ts";

/** What the site's routes need. */
export interface SiteOptions extends ContactContext {
  documents: Documents;
  information: InformationPages;
}

/** Registers the information pages and the contact form. */
export function registerSite(http: Http, { db, clock, mail, documents, information }: SiteOptions): void {
  answer(http, "GET /api/page", {
    access: "anyone",
    handle: ({ query: { name }, language }) =>
      documents.get(`page ${name} ${language}`, async () => {
        const { site } = await readPublicConfig(db);
        return documentOfCall("GET /api/page", { info: await information.read(name, language, site) });
      }),
  });
  answer(http, "POST /api/contact", {
    access: "recognised",
    async handle({ body, language, caller, origin }) {
      const memberId = caller?.kind === "member" ? caller.id : null;
      const writer = { memberId, language, address: origin.address };
      return { info: { ticket: await writeTicket({ db, clock, mail }, body, writer) } };
    },
  });
}
