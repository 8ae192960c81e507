import { type InlinedQuery, pageElement } from "@cliffhanger/contract";
import type { RenderedDocument } from "./page.ts";

/** Returns a page with this viewer's state inserted. */
export function personalise({ body, viewerStateAt }: RenderedDocument, queries: InlinedQuery[]): Buffer {
  const element = Buffer.from(pageElement("viewer-state", { queries }));
  return Buffer.concat([body.subarray(0, viewerStateAt), element, body.subarray(viewerStateAt)]);
}
