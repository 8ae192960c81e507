import { isLoopback } from "./loopback.ts";
import type { Setting } from "./setting.ts";

/** Where the operators' console answers, and how it keeps secrets and sessions. */
export interface ConsoleSettings {
  /** The one origin of the console; null: the site's own. */
  origin: string | null;
  /** The key that seals secrets of one-time codes; null: one in DATA_DIR/console.key. */
  key: Buffer | null;
  /** Minutes without use after which a session ends. */
  idleMinutes: number;
}

/** The settings of this file, as the documentation lists them. */
export const consoleSettings: Setting[] = [
  {
    name: "CONSOLE_ORIGIN",
    fallback: "(PUBLIC_ORIGIN)",
    meaning:
      "Address of the operators' console, such as https://console.example.com; it then answers there alone, away from the viewers' pages",
  },
  {
    name: "CONSOLE_KEY",
    fallback: "(DATA_DIR/console.key)",
    meaning:
      "64 hexadecimal digits (openssl rand -hex 32) that seal the operators' one-time codes; the same on every node",
  },
  {
    name: "CONSOLE_IDLE_MINUTES",
    fallback: "30",
    meaning: "Minutes without use after which an operator's session ends, from 5 to 480",
  },
];

/** Reads these settings; faults are added to `faults`. */
export function readConsole(
  text: (name: string) => string | null,
  publicOrigin: string | null,
  faults: string[],
): ConsoleSettings {
  const key = text("CONSOLE_KEY");
  if (key !== null && !/^[0-9a-f]{64}$/i.test(key))
    faults.push("CONSOLE_KEY must be 64 hexadecimal digits; make one with openssl rand -hex 32.");
  const idle = text("CONSOLE_IDLE_MINUTES") ?? "30";
  const idleMinutes = /^\d{1,3}$/.test(idle) ? Number(idle) : 0;
  if (idleMinutes < 5 || idleMinutes > 480)
    faults.push(`CONSOLE_IDLE_MINUTES is "${idle}"; give minutes from 5 to 480.`);
  return {
    origin: readConsoleOrigin(text("CONSOLE_ORIGIN"), publicOrigin, faults),
    key: key === null ? null : Buffer.from(key, "hex"),
    idleMinutes,
  };
}

function readConsoleOrigin(
  value: string | null,
  publicOrigin: string | null,
  faults: string[],
): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isWhole = url?.pathname === "/" && url.search === "" && url.username === "" && url.hash === "";
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (!url || !isWhole || !isSafe) {
    faults.push(
      `CONSOLE_ORIGIN is "${value}"; give https and a host only, such as https://console.example.com, or http on this machine.`,
    );
    return null;
  }
  if (publicOrigin !== null && new URL(publicOrigin).host === url.host) {
    faults.push("CONSOLE_ORIGIN is the same host as PUBLIC_ORIGIN; give another one, or leave it out.");
    return null;
  }
  return url.origin;
}
