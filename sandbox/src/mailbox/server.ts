import type { Server } from "node:http";
import { type Ask, htmlReply, json, notFound, type Reply, redirect, serve } from "../serve.ts";
import type { Message, Messages } from "./messages.ts";
import { listPage, mailPolicy, messagePage, pagePolicy, readable, style, watchScript } from "./pages.ts";

/** Serves the mailbox as pages for people and as JSON for programs. */
export function serveMailbox(messages: Messages): Server {
  return serve((ask) => {
    const [, top = "", id = "", part = ""] = ask.path.split("/");
    if (top === "api") return answerProgram(messages, ask);
    if (ask.path === "/delete" && ask.method === "POST") {
      messages.remove();
      return redirect("/", 303);
    }
    if (ask.method !== "GET") return notFound;
    if (ask.path === "/") return htmlReply(listPage(messages.list()), pagePolicy);
    if (ask.path === "/style.css") return file("text/css", style);
    if (ask.path === "/watch.js") return file("text/javascript", watchScript);
    const message = top === "messages" ? messages.find(id) : undefined;
    return message ? showMessage(message, part) : notFound;
  });
}

function showMessage(message: Message, part: string): Reply {
  if (part === "mail.html") return htmlReply(readable(message), mailPolicy);
  if (part === "mail.txt") return file("text/plain", message.text);
  if (part === "mail.eml")
    return { headers: { "content-type": "text/plain; charset=utf-8" }, body: message.raw };
  if (part === "" || part === "text" || part === "raw")
    return htmlReply(messagePage(message, part), pagePolicy);
  return notFound;
}

function answerProgram(messages: Messages, { method, path, query }: Ask): Reply {
  const [, , things, id, ...more] = path.split("/");
  if (things !== "messages" || more.length > 0) return json({ error: "There is /api/messages." }, 404);
  if (method === "DELETE") return json({ deleted: messages.remove(id) });
  if (method !== "GET") return json({ error: "GET reads, DELETE empties." }, 405);
  if (id === undefined) return json({ messages: messages.list(query.get("to")).map(inShort) });
  const message = messages.find(id);
  if (!message) return json({ error: "No such message." }, 404);
  const { text, html, headers, raw } = message;
  return json({ ...inShort(message), text, html, headers, raw: raw.toString("utf8") });
}

function inShort({ id, receivedAt, envelope, subject, from, messageId }: Message) {
  return { id, receivedAt, envelope, subject, from, to: envelope.to, messageId };
}

function file(type: string, body: string): Reply {
  return { headers: { "content-type": `${type}; charset=utf-8` }, body };
}
