import type { Log } from "../log.ts";

const MINUTE = 60_000;
/** Distinct pairs of route and code, and counted networks for each. */
const MAX_KEYS = 500;
const MAX_NETWORKS = 1000;

/** Codes of refused access: not signed in, forbidden, an unknown host, too many requests. */
const refusedCodes = new Set([401, 403, 421, 429]);

/** A refused request. */
export interface RefusedAccess {
  code: number;
  /** The route's pattern, without user input. */
  path: string;
  /** The network of the sender. */
  network: string;
  /** The request's id. */
  requestId: string;
}

/** Counts refused access for the log. */
export interface RefusedLog {
  /** Counts a refusal; codes that do not concern access are ignored. */
  note(refused: RefusedAccess): void;
  flush(): void;
}

/**
 * Counts refused access and logs it at info, one line a minute for each route and code, with the number of refusals, of
 * networks, and the id of the first. Probing is visible in the log and cannot fill it.
 */
export function openRefusedLog(log: Log): RefusedLog {
  const counted = new Map<
    string,
    Omit<RefusedAccess, "network"> & { count: number; networks: Set<string> }
  >();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    for (const { networks, ...refused } of counted.values())
      log.info({ ...refused, networks: networks.size }, "Access refused");
    counted.clear();
  }

  return {
    note({ network, ...refused }) {
      if (!refusedCodes.has(refused.code)) return;
      const full = counted.size >= MAX_KEYS;
      const wanted = `${refused.code} ${refused.path}`;
      const path = full && !counted.has(wanted) ? "(others)" : refused.path;
      const key = `${refused.code} ${path}`;
      const entry = counted.get(key) ?? { ...refused, path, count: 0, networks: new Set<string>() };
      entry.count += 1;
      if (entry.networks.size < MAX_NETWORKS) entry.networks.add(network);
      counted.set(key, entry);
      timer ??= setTimeout(flush, MINUTE).unref();
    },
    flush,
  };
}
