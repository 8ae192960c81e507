// What a person, or a program, may ask of what was received:
//
//   GET    /           a page with the newest of it
//   GET    /received   { received: [{ number, at, vendor, kind, id, event, eventId, page, params, wire }] }, the oldest first
//   DELETE /received   forgets all of it; POST /received/clear is the page's button
import type { Server } from "node:http";
import { controlFile, controlReply, isForeign } from "../gateway/control.ts";
import { controlStyle } from "../gateway/control-style.ts";
import { serveGateway } from "../gateway/http.ts";
import { controlPage } from "./control-page.ts";
import type { Inbox } from "./received.ts";

const sheet = controlStyle("#7a3cc8", "#c9a4ff");

/** The page that lists what came, and the same as JSON. */
export function serveControl(inbox: Inbox): Server {
  return serveGateway({
    answer(ask) {
      if (isForeign(ask)) return controlReply(ask, { error: "Only this page and programs may ask." }, 403);
      const line = `${ask.method} ${ask.path}`;
      if (line === "GET /") return controlFile("text/html", controlPage(inbox.list()));
      if (line === "GET /style.css") return controlFile("text/css", sheet);
      if (line === "GET /received") return controlReply(ask, { received: inbox.list() });
      if (line !== "DELETE /received" && line !== "POST /received/clear")
        return controlReply(ask, { error: "There is no such line; see the list in control.ts." }, 404);
      inbox.clear();
      return controlReply(ask, { received: [] });
    },
  });
}
