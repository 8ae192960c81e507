import { stringifySetCookie } from "cookie";
import type { Origin } from "#platform/http/caller";

const NAME = "sid";

/** Returns the Set-Cookie value that gives a browser its session for this many seconds. */
export function sessionCookie(origin: Pick<Origin, "secure">, token: string, seconds: number): string {
  return stringifySetCookie({
    name: NAME,
    value: token,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: origin.secure,
    maxAge: Math.max(0, Math.floor(seconds)),
  });
}

/** Returns the headers that delete a session's cookie in a browser that sent one. */
export function clearedCookie(origin: Pick<Origin, "secure" | "cookieToken">): Record<string, string> {
  return origin.cookieToken === null ? {} : { "set-cookie": sessionCookie(origin, "", 0) };
}
