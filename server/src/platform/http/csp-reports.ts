import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { networkOf } from "./caller.ts";
import { invalid, tooMany } from "./errors.ts";
import type { Http } from "./server.ts";

/** Directives of our own policy, and those that browsers report in their place; any other counts as `other`. */
const directives = new Set(
  `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src connect-src
  media-src worker-src child-src font-src frame-src manifest-src object-src base-uri form-action frame-ancestors`.split(
    /\s+/,
  ),
);
/** Distinct pairs of directive and host; all further ones count as one. */
const MAX_KEYS = 200;
/** Reports a minute from all addresses together; it also bounds the number of remembered addresses. */
const MAX_PER_MINUTE = 2000;
const MAX_HOST_LENGTH = 100;
/** Reports that are read from one delivery. */
const MAX_PER_DELIVERY = 20;
const MINUTE = 60_000;

/** How often a directive blocked a host. */
export interface CspCount {
  directive: string;
  host: string;
  count: number;
}

/** The reports of this process. */
export interface CspReports {
  /** Returns the counts since they were last logged. */
  counts(): CspCount[];
  /** Logs the counts, one line per pair, and resets them. */
  flush(): void;
}

/**
 * Registers `POST /api/reports/csp`, where browsers report violations of the content security policy. Directive and
 * host are counted and logged once a minute; the rest is not read, because it contains page addresses.
 */
export function registerCspReports(
  http: Http,
  { log, clock, perMinute }: { log: Log; clock: Clock; perMinute: number },
): CspReports {
  const counted = new Map<string, CspCount>();
  let spent = new Map<string, number>();
  let total = 0;
  let since = clock.now().getTime();
  let timer: NodeJS.Timeout | null = null;

  function spend(address: string, many: number): void {
    const now = clock.now().getTime();
    if (now - since >= MINUTE || now < since) {
      spent = new Map();
      total = 0;
      since = now;
    }
    const before = spent.get(address) ?? 0;
    if (before >= perMinute || total >= MAX_PER_MINUTE) throw tooMany((since + MINUTE - now) / 1000);
    spent.set(address, before + many);
    total += many;
  }

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    for (const count of counted.values()) log.info(count, "Content security policy violations");
    counted.clear();
  }

  function add({ directive, host }: Omit<CspCount, "count">): void {
    const wanted = `${directive} ${host}`;
    const known = counted.has(wanted) || counted.size < MAX_KEYS;
    const [key, name] = known
      ? [wanted, { directive, host }]
      : ["other", { directive: "other", host: "other" }];
    const entry = counted.get(key) ?? { ...name, count: 0 };
    entry.count += 1;
    counted.set(key, entry);
    timer ??= setTimeout(flush, MINUTE).unref();
  }

  http.addHook("onClose", (_http, done) => {
    flush();
    done();
  });
  // In a separate scope: these two media types are parsed only here.
  http.register((scope, _options, ready) => {
    scope.addContentTypeParser<string>(
      ["application/csp-report", "application/reports+json"],
      { parseAs: "string" },
      (_request, body, done) => done(null, body),
    );
    scope.post("/api/reports/csp", { config: { access: "anyone", inspected: true } }, (request, reply) => {
      const found = read(request.body);
      spend(networkOf(request.ip), Math.max(1, found.length));
      for (const report of found) add(report);
      reply.code(204).header("cache-control", "no-store").send();
    });
    ready();
  });
  return { counts: () => [...counted.values()].map((count) => ({ ...count })), flush };
}

/** Returns directive and host of each report in a delivery, of the older form (one) and of the newer (a list). */
function read(body: unknown): { directive: string; host: string }[] {
  let given: unknown = body;
  try {
    if (typeof body === "string") given = JSON.parse(body);
  } catch {
    throw invalid([{ field: "", message: "Not JSON" }]);
  }
  const reports = (Array.isArray(given) ? given : [given]).slice(0, MAX_PER_DELIVERY);
  return reports.flatMap((one: unknown) => {
    const { type, body: inner, "csp-report": old } = fieldsOf(one);
    if (type === "csp-violation") {
      const { effectiveDirective, blockedURL } = fieldsOf(inner);
      return [{ directive: directiveOf(effectiveDirective), host: hostOf(blockedURL) }];
    }
    if (typeof old !== "object" || old === null) return [];
    const {
      "effective-directive": effective,
      "violated-directive": violated,
      "blocked-uri": blocked,
    } = fieldsOf(old);
    return [{ directive: directiveOf(effective ?? violated), host: hostOf(blocked) }];
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function directiveOf(value: unknown): string {
  const [name = ""] = typeof value === "string" ? value.slice(0, MAX_HOST_LENGTH).split(" ", 1) : [];
  return directives.has(name) ? name : "other";
}

/** Returns the blocked host; without one the scheme, such as data or chrome-extension, or the browser's keyword. */
function hostOf(value: unknown): string {
  const text = typeof value === "string" ? value.slice(0, 2000) : "";
  if (/^(inline|eval|wasm-eval|self|data|blob|trusted-types-policy|trusted-types-sink)$/.test(text))
    return text;
  if (!URL.canParse(text)) return "other";
  const { protocol, hostname } = new URL(text);
  const isWeb = /^(https?|wss?):$/.test(protocol);
  return (isWeb ? hostname : protocol.slice(0, -1)).slice(0, MAX_HOST_LENGTH);
}
