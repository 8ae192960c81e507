import type { Server } from "node:http";
import { type Ask, notFound, type Reply, serve } from "../serve.ts";
import { dialog } from "./dialog.ts";
import { errorReply, GraphRefusal } from "./errors.ts";
import { type App, openGrants } from "./grants.ts";
import { accessToken, debugToken, me } from "./graph.ts";
import { style } from "./pages.ts";

/**
 * Serves Facebook's login for apps and browsers: the dialog, the token endpoint and the part of the Graph API that
 * identifies a person. Paths may begin with any version. Data is stored in memory only.
 */
export function serveFacebook(apps: App[], now: () => number = Date.now): Server {
  const grants = openGrants(now);
  return serve((ask) => {
    try {
      return route(ask);
    } catch (error) {
      if (error instanceof GraphRefusal) return errorReply(error);
      throw error;
    }
  });

  function route(ask: Ask): Reply {
    const path = ask.path.replace(/^\/v\d+\.\d+(?=\/)/, "");
    const reads = ask.method === "GET";
    if (path === "/dialog/oauth" && (reads || ask.method === "POST")) return dialog(apps, grants, ask);
    if (path === "/oauth/access_token" && (reads || ask.method === "POST"))
      return accessToken(apps, grants, ask);
    if (path === "/me" && reads) return me(apps, grants, ask);
    if (path === "/debug_token" && reads) return debugToken(apps, grants, ask);
    if (path === "/style.css") return { headers: { "content-type": "text/css; charset=utf-8" }, body: style };
    return notFound;
  }
}
