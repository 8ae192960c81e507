import type { Say } from "#platform/said";
import { type GatewayName, gatewayNames } from "../gateway.ts";
import type { CatchUp } from "./repository.ts";

/** Returns what a restore waits for, and what a person can do, as sentences. */
export function describeCatchUp(
  { snapshotAt, tooOld, unread, waiting, failed }: CatchUp,
  configured: readonly GatewayName[],
): Say {
  const absent = unread.filter((name) => !configured.includes(name)).map((name) => gatewayNames[name]);
  const open = unread.filter((name) => configured.includes(name)).map((name) => gatewayNames[name]);
  const asks = tooOld || absent.length > 0 || failed > 0;
  return (t) => {
    const joined = (names: readonly string[]) =>
      names.reduce((one, other) => t("health.restore.and", { one, other }));
    const reasons = [
      tooOld && t("health.restore.old"),
      absent.length > 0 && t("health.restore.absent", { gateways: joined(absent) }),
      open.length > 0 && t("health.restore.unread", { gateways: joined(open) }),
      waiting > 0 && t("health.restore.waiting", { count: waiting }),
      failed > 0 && t("health.restore.failed", { count: failed }),
    ].filter((reason) => reason !== false);
    const why = reasons.length > 0 ? reasons.join("; ") : t("health.restore.soon");
    const sentence = t("health.restore", { at: snapshotAt.toISOString(), why });
    return asks ? `${sentence} ${t("health.restore.resume")}` : sentence;
  };
}
