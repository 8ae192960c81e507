import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true });
/** Longer than any limit of the server, so that a request without an answer is a fault. */
const TIMEOUT_MS = 30_000;

/** The secret of a person's browser. */
export interface Browser {
  cookie: string | null;
}

/** An answer; status 0: there was none. */
export interface Reply<T = Record<string, unknown>> {
  status: number;
  retryAfter: string | undefined;
  code: number;
  info: T;
  text: string;
}

/** What a request sends, and in whose name. */
export interface Call {
  port: number;
  path: string;
  method?: "GET" | "POST" | "DELETE";
  body?: object;
  browser?: Browser;
}

/** Returns a browser that nobody has used. */
export const newBrowser = (): Browser => ({ cookie: null });

/** Sends a request as a browser does, and stores the secret that comes back. */
export function ask<T>({ port, path, method = "GET", body, browser }: Call): Promise<Reply<T>> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    "accept-language": "en",
    ...(browser?.cookie ? { cookie: `sid=${browser.cookie}` } : {}),
    ...(payload === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
  };
  return new Promise((resolve) => {
    const failed = (error: Error) =>
      resolve({ status: 0, retryAfter: undefined, code: 0, info: {} as T, text: error.message });
    const sent = request(
      { host: "127.0.0.1", port, path, method, headers, agent, timeout: TIMEOUT_MS },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part)).on("error", failed);
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString();
          const isJson = answer.headers["content-type"]?.includes("json") === true;
          const { code = 0, info = {} } = isJson
            ? (JSON.parse(text) as { code?: number; info?: object })
            : {};
          const cookie = /\bsid=([^;]*)/.exec(answer.headers["set-cookie"]?.join() ?? "")?.[1];
          if (browser && cookie !== undefined) browser.cookie = cookie || null;
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers["retry-after"],
            code,
            info: info as T,
            text,
          });
        });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("no answer within 30 seconds"))).on("error", failed);
    sent.end(payload);
  });
}
