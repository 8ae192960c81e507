import type { InlinedQuery, Language, Site } from "@cliffhanger/contract";

/** The viewers' app as the server renders it: built from `web/src/shell.tsx`. */
export interface Shell {
  /** Renders a page. `viewerStateAt` is the index in `html` at which the viewer's own state is inserted. */
  render(input: {
    url: string;
    language: Language;
    origin: string;
    site: Site;
    queries: InlinedQuery[];
    notFound?: boolean;
    /** Renders also what a browser draws only when it is idle. */
    whole?: boolean;
  }): { html: string; status: 200 | 404; viewerStateAt: number };
  /** Returns the page that a device shows without a connection: it needs only the first view's styles. */
  offline(input: { language: Language; site: Site }): string;
  /** Describes the site in a sentence. */
  description(language: Language): string;
}

/** The built app, `web/dist/server/shell.js`. */
export interface ShellModule {
  createShell(files: { template: string; manifest: unknown }): Promise<Shell>;
}
