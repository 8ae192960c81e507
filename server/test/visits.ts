import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const MEDIA_EVERY_MS = 150;

/** An answer to a visitor; status 0 when there was none. */
export interface Answer {
  status: number;
  ms: number;
  retryAfter: string | undefined;
  body: string;
}

/** Asks a node for a path. */
export function ask(agent: Agent, port: number, path: string): Promise<Answer> {
  const since = performance.now();
  return new Promise((resolve) => {
    const failed = () =>
      resolve({ status: 0, ms: performance.now() - since, retryAfter: undefined, body: "" });
    get({ host: "127.0.0.1", port, path, agent }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      answer.on("error", failed);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          ms: performance.now() - since,
          retryAfter: answer.headers["retry-after"],
          body,
        }),
      );
    }).on("error", failed);
  });
}

/** Returns the time in milliseconds that 99 of 100 answers took at most. */
export function p99(answers: readonly Answer[]): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

/** Asks for calls of the site, and for media, as viewers do. Returns when the last of them is answered. */
export async function visit(
  { port }: { port: number },
  { seconds, site, media }: { seconds: number; site: readonly string[]; media: string },
): Promise<{ site: Answer[]; media: Answer[] }> {
  const agent = new Agent({ keepAlive: true });
  const until = performance.now() + seconds * 1_000;
  const answers: Answer[] = [];
  const asked: Promise<Answer>[] = [];
  const visitors = site.map(async (path) => {
    while (performance.now() < until) {
      answers.push(await ask(agent, port, path));
      await pause(20);
    }
  });
  while (performance.now() < until) {
    asked.push(ask(agent, port, media));
    await pause(MEDIA_EVERY_MS);
  }
  await Promise.all(visitors);
  const ended = { site: answers, media: await Promise.all(asked) };
  agent.destroy();
  return ended;
}
