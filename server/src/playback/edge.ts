import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { EdgeSettings } from "#platform/edge-settings";

/** What the media routes know of the cache before them. */
export interface Edge {
  /** Sent with every answer under `/media/`: they let the site's pages read from another origin, and nobody else's. */
  headers: Readonly<Record<string, string>>;
  /** Returns whether the request came through the edge, or no edge has to prove itself. */
  admits(headers: IncomingHttpHeaders): boolean;
  /** What tells the edge that it may keep the answer for all viewers; nothing for anyone else. */
  keepHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>>;
}

const nothing: Readonly<Record<string, string>> = {};
const kept = { "cdn-cache-control": "public, max-age=31536000, immutable" };

/** Returns what the settings say about the edge. */
export function openEdge({ isChecked, originSecret, mediaOrigin, site }: EdgeSettings): Edge {
  const expected = originSecret === null ? null : digestOf(originSecret);
  // Digests are of one length, so the comparison takes the same time whatever a stranger sends.
  const proves = (given: string | string[] | undefined) =>
    expected !== null && timingSafeEqual(digestOf(String(given ?? "")), expected);
  return {
    headers:
      mediaOrigin === null || site === null
        ? nothing
        : {
            "access-control-allow-origin": site,
            "cross-origin-resource-policy": "cross-origin",
            "timing-allow-origin": site,
          },
    admits: (headers) => expected === null || proves(headers["x-origin-secret"]),
    keepHeaders: (headers) => (isChecked && proves(headers["x-origin-secret"]) ? kept : nothing),
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
