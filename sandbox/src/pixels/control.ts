// The control plane, for people and programs:
//
//   GET    /           a page with the newest requests
//   GET    /received   { received: [{ number, at, vendor, kind, id, event, eventId, page, params, wire }] }, the oldest first
//   DELETE /received   deletes all; POST /received/clear is the page's button
import type { Server } from "node:http";
import { controlFile, controlReply, isCrossOrigin } from "../gateway/control.ts";
import { controlStyle } from "../gateway/control-style.ts";
import { serveGateway } from "../gateway/http.ts";
import { controlPage } from "./control-page.ts";
import type { Inbox } from "./received.ts";

const sheet = controlStyle("#7a3cc8", "#c9a4ff");

/** Serves the page that lists what was received, and the same as JSON. */
export function serveControl(inbox: Inbox): Server {
  return serveGateway({
    answer(ask) {
      if (isCrossOrigin(ask))
        return controlReply(ask, { error: "Only this page and programs may ask." }, 403);
      const requestLine = `${ask.method} ${ask.path}`;
      if (requestLine === "GET /") return controlFile("text/html", controlPage(inbox.list()));
      if (requestLine === "GET /style.css") return controlFile("text/css", sheet);
      if (requestLine === "GET /received") return controlReply(ask, { received: inbox.list() });
      if (requestLine !== "DELETE /received" && requestLine !== "POST /received/clear")
        return controlReply(ask, { error: "There is no such line; see the list in control.ts." }, 404);
      inbox.clear();
      return controlReply(ask, { received: [] });
    },
  });
}
