import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { resolve, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import { chromium, type Page } from "playwright-core";

/** A headless browser with the drawing code loaded, and a loopback address that takes what it draws. */
export interface Stage {
  page: Page;
  /** Where the page posts pictures; the last handler set by `onPost` gets them. */
  url: string;
  onPost(take: (body: Buffer) => Promise<void>): void;
  close(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, "..");

/** Opens the stage. The page imports the TypeScript of demo/ with its types stripped on the way. */
export async function openStage(
  executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
): Promise<Stage> {
  let take = async (_body: Buffer): Promise<void> => {
    throw new Error("A picture came before anyone asked for it: call onPost first.");
  };
  const server = createServer((request, response) => {
    serve(request, response, (body) => take(body)).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(`In the page: ${error.message}`));
  await page.goto(`${origin}/`);
  return {
    page,
    url: `${origin}/post`,
    onPost: (handler) => {
      take = handler;
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  take: (body: Buffer) => Promise<void>,
): Promise<void> {
  if (request.method === "POST") {
    await take(await buffer(request));
    response.writeHead(204).end();
    return;
  }
  const path = new URL(request.url ?? "/", "http://stage").pathname;
  if (path === "/") {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Stage</title>");
    return;
  }
  const file = resolve(ROOT, `.${path}`);
  if (!file.startsWith(ROOT + sep) || !file.endsWith(".ts")) {
    response.writeHead(404).end();
    return;
  }
  const source = stripTypeScriptTypes(await readFile(file, "utf8"));
  response.writeHead(200, { "content-type": "text/javascript" }).end(source);
}
