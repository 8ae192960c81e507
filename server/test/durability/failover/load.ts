import { setTimeout as pause } from "node:timers/promises";
import type { PlanList } from "@cliffhanger/contract";
import { ask, type Browser, type Call, newBrowser, type Reply } from "./client.ts";
import type { Journal } from "./journal.ts";

/** Members that use the site at once, each one thing at a time, and readers of public pages. */
const MEMBERS = 12;
const READERS = 6;
/** The shares of the rate: readers, members, and the rest for purchases. */
const READING = 0.55;
const PURCHASES_EACH_SECOND = 1;
/** A media address opens its file for ten minutes. */
const REOPEN_MS = 240_000;
const PASSWORD = "a long salt road";

/** What became of the requests. */
export interface Counts {
  sent: number;
  /** Public pages and media that failed. */
  publicFaults: string[];
  /** Answers that are neither well nor a 503 with Retry-After. */
  faults: string[];
  /** When writes were refused, by `performance.now()`. */
  refusedAt: number[];
}

/** Mixed work that runs until it is stopped. */
export interface Load {
  counts: Counts;
  stop(): Promise<void>;
}

/** What the clients use. */
export interface LoadOptions {
  ports: readonly number[];
  /** Series of which the second one has to be bought. */
  series: readonly { id: string; episodes: readonly { id: string }[] }[];
  journal: Journal;
  /** Requests a second in all. */
  rate: number;
}

interface Member {
  id: string;
  email: string;
  browser: Browser;
}

/** Registers members, opens the pages once, and starts the work. */
export async function startLoad(options: LoadOptions): Promise<Load> {
  const { ports, rate } = options;
  const counts: Counts = { sent: 0, publicFaults: [], faults: [], refusedAt: [] };
  const members: Member[] = [];
  for (let at = 0; at < MEMBERS; at++) members.push(await register(ports[at % ports.length] ?? 0, at));
  let pages = await openPages(options);
  let isOver = false;
  const reopen = async () => {
    for (let at = performance.now(); !isOver; await pause(200)) {
      if (performance.now() - at < REOPEN_MS) continue;
      pages = await openPages(options);
      at = performance.now();
    }
  };
  const repeat = async (perSecond: number, turn: (count: number) => Promise<void>) => {
    const began = performance.now();
    for (let count = 0; !isOver; count++) {
      await turn(count);
      const early = began + ((count + 1) * 1000) / perSecond - performance.now();
      // Who waited for an answer does not make up for it: an outage would be followed by a flood.
      await pause(early > 0 ? early : Math.min(1000 / perSecond, 20));
    }
  };
  const send = async <T>(call: Call): Promise<Reply<T>> => {
    counts.sent += 1;
    return ask<T>(call);
  };
  const work = { ...options, counts, send };
  const running = [
    reopen(),
    ...Array.from({ length: READERS }, (_, at) =>
      repeat((rate * READING) / READERS, (count) => read(work, pages, at + count)),
    ),
    ...members.map((member, at) =>
      repeat((rate * (1 - READING)) / MEMBERS, (count) => act(work, member, at + count)),
    ),
    ...ports.map((port) => repeat(PURCHASES_EACH_SECOND / ports.length, () => buy(work, port))),
  ];
  return {
    counts,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

async function register(port: number, at: number): Promise<Member> {
  const browser = newBrowser();
  const email = `member${at}-${Date.now()}@example.com`;
  const { info } = await ask<{ id: string }>({ port, path: "/api/user", browser });
  const body = { email, password: PASSWORD, repeatPassword: PASSWORD, agree: true };
  const answer = await ask({ port, path: "/api/user/register", method: "POST", browser, body });
  if (answer.code !== 200) throw new Error(`A member could not register: ${answer.text}`);
  return { id: info.id, email, browser };
}

/** Returns public addresses, each of which has been answered on each node often enough to be stored. */
async function openPages({ ports, series }: LoadOptions): Promise<readonly (readonly string[])[]> {
  const all: string[][] = [];
  for (const port of ports) {
    const episode = series[0]?.episodes[0]?.id ?? "";
    const playing = await ask<{ playback?: { hls: string } }>({
      port,
      path: `/api/video/episode?id=${episode}`,
    });
    const hls = /"hls":"([^"]+)"/.exec(playing.text)?.[1] ?? "";
    const folder = hls.slice(0, hls.lastIndexOf("/"));
    const paths = [
      "/",
      ...series.slice(0, 4).map(({ id }) => `/videos/${id}`),
      "/api/homepage/query?tag=all",
      `${folder}/v720-00000.m4s`,
    ];
    for (const path of paths)
      for (let times = 0; times < 3; times++) {
        const { status, text } = await ask({ port, path });
        if (status !== 200) throw new Error(`${path} answers ${status}: ${text.slice(0, 200)}`);
      }
    all.push(paths);
  }
  return all;
}

interface Work extends LoadOptions {
  counts: Counts;
  send<T = Record<string, unknown>>(call: Call): Promise<Reply<T>>;
}

async function read(work: Work, pages: readonly (readonly string[])[], turn: number): Promise<void> {
  const node = turn % work.ports.length;
  const paths = pages[node] ?? [];
  const path = paths[Math.floor(turn / work.ports.length) % paths.length] ?? "/";
  const { status, text } = await work.send({ port: work.ports[node] ?? 0, path });
  if (status !== 200)
    work.counts.publicFaults.push(
      `${path.slice(0, 40)}: ${status} ${text.replaceAll(/\s+/g, " ").slice(0, 80)}`,
    );
}

/** Judges the answer of a write, and returns whether it is acknowledged; null when it was refused for good. */
function judge({ counts }: Work, what: string, { status, code, retryAfter, text }: Reply): boolean {
  if (status === 200 && code === 200) return true;
  if (status === 503 && retryAfter !== undefined) counts.refusedAt.push(performance.now());
  else counts.faults.push(`${what}: ${status} ${code} ${text.slice(0, 160)}`);
  return false;
}

/** One of the things that a member does. */
async function act(work: Work, member: Member, turn: number): Promise<void> {
  const { journal, series, ports } = work;
  const port = ports[turn % ports.length] ?? 0;
  const { browser } = member;
  const chosen = series[Math.floor(turn / 4) % series.length];
  if (!chosen) throw new Error("There is no series");
  if (turn % 40 === 39) return signIn(work, member, port);
  if (turn % 4 === 0) {
    const isOn = Math.floor(turn / (4 * series.length)) % 2 === 0;
    const method = isOn ? "POST" : "DELETE";
    const body = { seriesId: chosen.id };
    const answer = await work.send({ port, path: "/api/user/favorite", method, browser, body });
    const isDone = judge(work, `${method} favorite`, answer);
    journal.wrote(`favorite ${member.id} ${chosen.id}`, String(isOn), isDone ? "acknowledged" : "unknown");
  } else if (turn % 4 === 1) {
    judge(work, "GET /api/user", await work.send({ port, path: "/api/user", browser }));
  } else {
    const episodeId = chosen.episodes[0]?.id ?? "";
    const position = 1 + (turn % 16_000) / 1_000;
    const body = { episodeId, position };
    const answer = await work.send({ port, path: "/api/user/history", method: "POST", browser, body });
    const isDone = judge(work, "POST history", answer);
    journal.wrote(
      `progress ${member.id} ${episodeId}`,
      position.toFixed(3),
      isDone ? "acknowledged" : "unknown",
    );
  }
}

/** Signs in on another device: that session must still be there in the end. */
async function signIn(work: Work, { id, email }: Member, port: number): Promise<void> {
  const browser = newBrowser();
  const body = { email, password: PASSWORD };
  const answer = await work.send<{ id: string }>({
    port,
    path: "/api/user/login",
    method: "POST",
    browser,
    body,
  });
  if (judge(work, "login", answer) && browser.cookie !== null)
    work.journal.wrote(`session ${browser.cookie}`, id, "acknowledged");
}

/** Buys a series as a guest by card: three writes, and a charge at the gateway. */
async function buy(work: Work, port: number): Promise<void> {
  const { journal, send, series } = work;
  const browser = newBrowser();
  const guest = await send<{ id: string }>({ port, path: "/api/user", browser });
  if (!judge(work, "new guest", guest)) return;
  journal.wrote(`visitor ${guest.info.id}`, "here", "acknowledged");
  const plans = await send<PlanList>({ port, path: "/api/plan", browser });
  if (!judge(work, "plans", plans)) return;
  const address = `g${guest.info.id.toLowerCase().replaceAll(/[^a-z0-9]/g, "x")}@example.com`;
  const body = {
    kind: "unlock",
    seriesId: series[1]?.id,
    method: "card",
    clientToken: guest.info.id.padEnd(16, "x").slice(-24),
    consent: { version: plans.info.consent.version, accepted: true },
    guest: { email: address, name: "Mara Quint" },
  };
  const ordered = await send<{ order: { id: string } }>({
    port,
    path: "/api/payment/order",
    method: "POST",
    browser,
    body,
  });
  if (!judge(work, "order", ordered)) return;
  const orderId = ordered.info.order.id;
  const purchase = { orderId, payment: "unknown" as "unknown" | "acknowledged" };
  journal.purchases.push(purchase);
  const paid = await send<{ order: { state: string } }>({
    port,
    path: "/api/payment/pay",
    method: "POST",
    browser,
    body: {
      orderId,
      method: "card",
      paymentMethod: "pm_card_visa",
      firstName: "Ada",
      lastName: "Lovelace",
      email: address,
    },
  });
  if (judge(work, "pay", paid) && paid.info.order.state === "paid") purchase.payment = "acknowledged";
}
