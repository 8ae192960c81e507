import { withoutCardNumbers } from "#billing";
import type { Click, RequestParts } from "#platform/http/request-rules";

/** A longer value is not a click id. */
const MAX_CLICK_LENGTH = 500;

/** Reads the click ids of a request from query, body and headers, leaving out malformed ones. */
export function readRequestClick(request: RequestParts): Click {
  const query = request.query as Record<string, unknown> | undefined;
  const body = request.body as Record<string, unknown> | null | undefined;
  const referrer = wordOf(request.headers["x-user-referer-token"]);
  const click: Record<string, string> = referrer === undefined ? {} : { referrer };
  for (const name of ["fbclid", "ttclid"]) {
    const id = wordOf(query?.[name]) ?? wordOf(body?.[name]) ?? wordOf(request.headers[name]);
    if (id !== undefined) click[name] = id;
  }
  return click;
}

function wordOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_CLICK_LENGTH) return undefined;
  const word = withoutCardNumbers(value);
  return word !== undefined && /^[\w.-]+$/.test(word) ? word : undefined;
}
