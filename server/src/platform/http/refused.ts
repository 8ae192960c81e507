import type { Log } from "../log.ts";

const MINUTE = 60_000;
/** Routes and codes that are told apart, and networks that are counted of each. */
const MOST_KEYS = 500;
const MOST_NETWORKS = 1000;

/** Codes of refused access: not signed in, forbidden, a foreign host, too often. */
const refusedCodes = new Set([401, 403, 421, 429]);

/** Something that was refused. */
export interface RefusedAccess {
  code: number;
  /** The route's pattern, without anything that a stranger typed. */
  path: string;
  /** The network that asked. */
  network: string;
  /** The request's id. */
  id: string;
}

/** Refused access, gathered for the log. */
export interface RefusedLog {
  /** Counts a refusal; codes that say nothing of access are passed over. */
  note(refused: RefusedAccess): void;
  flush(): void;
}

/**
 * Gathers refused access: one line at info a minute, route and code, with how many there were, from how many networks, and
 * the id of the first. So probing is seen in the log and cannot fill it.
 */
export function openRefusedLog(log: Log): RefusedLog {
  const gathered = new Map<
    string,
    Omit<RefusedAccess, "network"> & { count: number; networks: Set<string> }
  >();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    for (const { networks, ...refused } of gathered.values())
      log.info({ ...refused, networks: networks.size }, "access was refused");
    gathered.clear();
  }

  return {
    note({ network, ...refused }) {
      if (!refusedCodes.has(refused.code)) return;
      const full = gathered.size >= MOST_KEYS;
      const wanted = `${refused.code} ${refused.path}`;
      const path = full && !gathered.has(wanted) ? "(others)" : refused.path;
      const key = `${refused.code} ${path}`;
      const entry = gathered.get(key) ?? { ...refused, path, count: 0, networks: new Set<string>() };
      entry.count += 1;
      if (entry.networks.size < MOST_NETWORKS) entry.networks.add(network);
      gathered.set(key, entry);
      timer ??= setTimeout(flush, MINUTE).unref();
    },
    flush,
  };
}
