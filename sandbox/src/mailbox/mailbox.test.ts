import { once } from "node:events";
import type { Server } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import type { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen } from "../listen.ts";
import { openMessages } from "./messages.ts";
import { serveMailbox } from "./server.ts";
import { openSmtp } from "./smtp.ts";

let web: Server;
let smtp: SMTPServer;
let webPort: number;
let smtpPort: number;
beforeAll(async () => {
  const messages = openMessages();
  web = serveMailbox(messages);
  smtp = openSmtp(messages);
  webPort = await listen(web, 0, false);
  smtpPort = await listen(smtp.server, 0, false);
});
afterAll(() => {
  web.close();
  smtp.close();
});
beforeEach(() => ask("/api/messages", { method: "DELETE" }));

const ask = (path: string, options: RequestInit = {}) => fetch(`http://127.0.0.1:${webPort}${path}`, options);
const list = async (query = "") => {
  const answer = (await (await ask(`/api/messages${query}`)).json()) as { messages: Listed[] };
  return answer.messages;
};
const first = async () => {
  const [message] = await list();
  if (!message) throw new Error("No mail arrived");
  return message;
};

type Listed = { id: string; subject: string };

/** Speaks SMTP as a mail program does; returns the server's last reply. */
async function send(to: string[], lines: string[]): Promise<string> {
  const socket = connect(smtpPort, "127.0.0.1");
  const answers = createInterface({ input: socket });
  const next = answers[Symbol.asyncIterator]();
  const readReply = async (): Promise<string> => {
    for (;;) {
      const { value } = await next.next();
      if (value === undefined) throw new Error("The server hung up");
      if (!/^\d{3}-/.test(value)) return value;
    }
  };
  const say = (row: string) => {
    socket.write(`${row}\r\n`);
    return readReply();
  };
  await readReply();
  await say("EHLO test");
  await say("MAIL FROM:<sender@example.com>");
  for (const address of to) {
    const answer = await say(`RCPT TO:<${address}>`);
    if (!answer.startsWith("250")) return end(answer);
  }
  await say("DATA");
  return end(await say([...lines, "."].join("\r\n")));

  async function end(answer: string) {
    socket.end("QUIT\r\n");
    await once(socket, "close");
    return answer;
  }
}

const both = [
  "From: =?utf-8?q?Caf=C3=A9?= <cafe@example.com>",
  "To: ana@example.com",
  "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
  "Message-ID: <1@example.com>",
  "Content-Type: multipart/alternative; boundary=x",
  "",
  "--x",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Hello.",
  "--x",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<html><head><title>x</title></head><body><a href='https://example.com'>Hello</a><script>1</script></body></html>",
  "--x--",
];

test("a sent mail can be listed by its recipient, read in parts, and removed", async () => {
  expect(await send(["Ana@example.com"], both)).toMatch(/^250/);
  await send(["ben@example.com"], ["Subject: Later", "", "Hi."]);
  expect((await list()).map(({ subject }) => subject)).toEqual(["Later", "Grüße"]);
  const [short, ...more] = await list("?to=ana@example.com");
  expect(more).toEqual([]);
  expect(short).toMatchObject({
    from: "Café <cafe@example.com>",
    envelope: { from: "sender@example.com", to: ["ana@example.com"] },
    messageId: "<1@example.com>",
  });
  const whole = (await (await ask(`/api/messages/${short?.id}`)).json()) as Record<
    "text" | "html" | "raw",
    string
  >;
  expect(whole.text.trim()).toBe("Hello.");
  expect(whole.html).toContain("<a href=");
  expect(whole.raw).toContain("=?utf-8?q?Gr=C3=BC=C3=9Fe?=");
  expect(await (await ask(`/api/messages/${short?.id}`, { method: "DELETE" })).json()).toEqual({
    deleted: 1,
  });
  expect((await ask(`/api/messages/${short?.id}`)).status).toBe(404);
  expect(await (await ask("/api/messages", { method: "DELETE" })).json()).toEqual({ deleted: 1 });
});

test("the content of a mail can neither run nor load anything on the mailbox's pages", async () => {
  await send(["ana@example.com"], both);
  const { id } = await first();
  const mail = await ask(`/messages/${id}/mail.html`);
  const policy = mail.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("sandbox allow-popups allow-popups-to-escape-sandbox");
  expect(policy).not.toContain("allow-scripts");
  expect(await mail.text()).toContain('<head><base target="_blank">');
  const page = await (await ask(`/messages/${id}/`)).text();
  expect(page).toContain(`<iframe title="The mail" sandbox="allow-popups`);
});

test("a subject is shown as text, not as markup", async () => {
  await send(["ana@example.com"], ["Subject: <img src=x onerror=alert(1)>", "", "Hi."]);
  const { id } = await first();
  for (const path of ["/", `/messages/${id}/`, `/messages/${id}/text`, `/messages/${id}/raw`]) {
    const page = await (await ask(path)).text();
    expect(page).toContain("&lt;img src=x");
    expect(page).not.toContain("<img");
  }
});

test("an unknown mailbox is refused permanently, and a busy one only the first time", async () => {
  expect(await send(["refused@example.com"], both)).toMatch(/^550/);
  expect(await send(["deferred@example.com"], both)).toMatch(/^451/);
  expect(await send(["deferred@example.com"], both)).toMatch(/^250/);
  expect(await list()).toHaveLength(1);
});

test("the newest 500 mails are retained", async () => {
  const messages = openMessages();
  for (let i = 1; i <= 502; i++)
    await messages.add(
      { from: "a@example.com", to: ["b@example.com"] },
      Buffer.from(`Subject: ${i}\r\n\r\nHi.`),
    );
  expect(messages.list()).toHaveLength(500);
  expect(messages.list().at(-1)?.subject).toBe("3");
});

test("pages of other sites cannot read the mails: an external host name gets no answer, and no other origin is allowed", async () => {
  const socket = connect(webPort, "127.0.0.1");
  socket.write("GET /api/messages HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 421/);
  const crossOrigin = await ask("/api/messages", { headers: { origin: "https://evil.example" } });
  expect(crossOrigin.headers.get("access-control-allow-origin")).toBeNull();
});
