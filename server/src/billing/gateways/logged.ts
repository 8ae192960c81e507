import type { Log } from "#platform/log";
import {
  type Gateway,
  type GatewayBooks,
  GatewayBusy,
  GatewayRefused,
  type SavedCharges,
  type Setups,
} from "../records/gateway.ts";

/** Answered from memory, read page by page, or caused by whoever sends a forged webhook. */
const unlogged = new Set(["request", "events", "verify"]);

/** Returns a gateway that logs each call with its duration and outcome, under the id of the request that caused it. */
export function logCalls(gateway: Gateway, log: Log): Gateway {
  const { saved } = gateway;
  return logged(gateway, gateway.name, log, {
    saved: saved && logged<SavedCharges>(saved, `${gateway.name} saved`, log),
    setups: logged<Setups>(gateway.setups, `${gateway.name} setups`, log),
    books: logged<GatewayBooks>(gateway.books, `${gateway.name} books`, log),
  });
}

function logged<T extends object>(target: T, name: string, log: Log, members: Partial<T> = {}): T {
  return new Proxy(target, {
    get(object, key) {
      if (Object.hasOwn(members, key)) return Reflect.get(members, key);
      const value: unknown = Reflect.get(object, key, object);
      if (typeof value !== "function" || typeof key !== "string") return value;
      if (unlogged.has(key)) return value.bind(object);
      return async (...given: unknown[]) => {
        const began = performance.now();
        const write = (outcome: string) =>
          log.info(
            { gateway: name, call: key, outcome, ms: Math.round(performance.now() - began) },
            "Gateway called",
          );
        try {
          const answer: unknown = await value.apply(object, given);
          write("answered");
          return answer;
        } catch (error) {
          write(outcomeOf(error));
          throw error;
        }
      };
    },
  });
}

function outcomeOf(error: unknown): string {
  if (error instanceof GatewayRefused) return "refused";
  return error instanceof GatewayBusy ? "busy" : "unknown";
}
