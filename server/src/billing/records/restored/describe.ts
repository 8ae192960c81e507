import { type GatewayName, gatewayNames } from "../gateway.ts";
import type { CatchUp } from "./repository.ts";

/** Returns what a restore waits for, and what a person can do, as sentences. */
export function describeCatchUp(
  { snapshotAt, tooOld, unread, waiting, failed }: CatchUp,
  configured: readonly GatewayName[],
): string {
  const absent = unread.filter((name) => !configured.includes(name)).map((name) => gatewayNames[name]);
  const open = unread.filter((name) => configured.includes(name)).map((name) => gatewayNames[name]);
  const reasons = [
    tooOld && "the gateways no longer list all events since then, so a person has to compare",
    absent.length > 0 && `${absent.join(" and ")} took payments and is not configured here`,
    open.length > 0 && `the events of ${open.join(" and ")} are not all read yet`,
    waiting > 0 && `${waiting} events are being handled`,
    failed > 0 && `${failed} events could not be handled; npm run review lists them`,
  ].filter((reason) => reason !== false);
  const why = reasons.length > 0 ? reasons.join("; ") : "the worker ends this within seconds";
  const asks = tooOld || absent.length > 0 || failed > 0;
  const way = asks ? " After you compared with the gateways: npm run restore -- --resume" : "";
  return `restored as of ${snapshotAt.toISOString()}; nothing is charged, refunded or mailed yet: ${why}.${way}`;
}
