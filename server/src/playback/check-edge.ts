import type { Config } from "#platform/config";
import { HttpClientError, sendRequest } from "#platform/http-client";
import { type GrantKey, signGrant } from "./grants.ts";

/** What doctor says about the edge. */
interface EdgeFinding {
  state: "ok" | "note" | "fault";
  about: "Edge";
  text: string;
}

/** No asset has this name, so a grant that the edge accepts leads to 404. */
const ASSET = "doctor";
const FILE = "v720-00000.m4s";
const TIMEOUT_MS = 5_000;
/** Seconds by which the edge's clock may differ without a word, and those from which viewers notice. */
const NOTABLE_SECONDS = 5;
const WRONG_SECONDS = 30;

/** Asks the edge whether it refuses an expired grant and takes each of our keys, and compares its clock. */
export async function checkEdge(
  { edge, grantKeys, publicOrigin }: Pick<Config, "edge" | "grantKeys" | "publicOrigin">,
  now: Date,
): Promise<EdgeFinding[]> {
  const findings: EdgeFinding[] = [];
  const say = (state: EdgeFinding["state"], text: string) => findings.push({ state, about: "Edge", text });
  say("ok", describeEdge(edge));
  const origin = edge.mediaOrigin ?? publicOrigin;
  if (!edge.isChecked || grantKeys === null) return findings;
  if (origin === null) {
    say("note", "PUBLIC_ORIGIN is not set, so the edge is not asked");
    return findings;
  }
  const seconds = Math.floor(now.getTime() / 1000);
  const ask = async (key: GrantKey, expiresAt: number) => {
    const prefix = signGrant([key], { episodeId: "doctor", assetId: ASSET, viewer: "doctor", expiresAt });
    const url = new URL(`${origin}${prefix}${FILE}`);
    return sendRequest(url, {}, { timeoutMs: TIMEOUT_MS, redirect: "manual" });
  };
  try {
    for (const [at, key] of grantKeys.entries()) {
      const expired = await ask(key, seconds - 60);
      if (at === 0) judgeClock(expired.headers.get("date"), now, say);
      if (expired.status !== 403)
        say(
          "fault",
          `${origin} answers ${expired.status} to a grant that ended a minute ago; it must be 403`,
        );
      const { status } = await ask(key, seconds + 60);
      if (status === 404) say("ok", `${origin} takes the key ${key.id} and refuses an expired grant`);
      else if (status === 403)
        say(
          "fault",
          `${origin} refuses the key ${key.id}. Give the edge the GRANT_KEYS and ORIGIN_SECRET of the app: docs/edge.md, Keys.`,
        );
      else say("fault", `${origin} answers ${status} in place of 404 for a file that does not exist`);
    }
  } catch (error) {
    if (!(error instanceof HttpClientError)) throw error;
    say("fault", error.message);
  }
  return findings;
}

function describeEdge({ isChecked, originSecret, mediaOrigin, grantSeconds }: Config["edge"]): string {
  const life = `a media address opens segments for ${grantSeconds} s`;
  const where = mediaOrigin === null ? "" : `, at ${mediaOrigin}`;
  const proof = originSecret === null ? "" : "; media are refused without ORIGIN_SECRET";
  return `${isChecked ? `checks grants${where} (MEDIA_EDGE)` : `off${where}: nothing under a grant is declared public`}; ${life}${proof}`;
}

function judgeClock(
  date: string | null,
  now: Date,
  say: (state: "note" | "fault", text: string) => void,
): void {
  // The header has whole seconds.
  const off = date === null ? Number.NaN : Math.round((Date.parse(date) - now.getTime()) / 1000);
  if (Number.isNaN(off)) say("note", "the edge sends no Date, so its clock cannot be compared");
  if (!(Math.abs(off) > NOTABLE_SECONDS)) return;
  const text = `the edge's clock is ${Math.abs(off)} s ${off > 0 ? "ahead" : "behind"}; keep it right by NTP`;
  say(Math.abs(off) > WRONG_SECONDS ? "fault" : "note", text);
}
