import { stringifySetCookie } from "cookie";
import type { Origin } from "#platform/http/caller";

const NAME = "sid";

/** The Set-Cookie value that gives a browser its session for so many seconds. */
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

/** The headers that take a session's cookie away from a browser that sent one. */
export function farewell(origin: Pick<Origin, "secure" | "cookieToken">): Record<string, string> {
  return origin.cookieToken === null ? {} : { "set-cookie": sessionCookie(origin, "", 0) };
}
