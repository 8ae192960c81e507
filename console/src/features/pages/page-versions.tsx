import type { ConsolePage } from "@cliffhanger/contract/console/pages";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { formatFull, formatPast } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { Empty } from "../../ui/empty.tsx";
import { Failure } from "../../ui/failure.tsx";
import { RestoreCell } from "../../ui/restore-cell.tsx";
import rows from "../../ui/rows.module.css";
import { useTakePage } from "./use-page-edits.ts";

/** The earlier texts of a page, each of which can be made the operator's own again. */
export function PageVersions({ page, isChanged }: { page: ConsolePage; isChanged: boolean }) {
  const { name, language, version, versions } = page;
  const act = useAct("pages");
  const take = useTakePage();
  const restore = (wanted: number) =>
    act.run(async () => {
      await take(await call("POST /api/console/pages/restore", { name, language, version, restore: wanted }));
      showToast(t("pages.restored"));
    });
  if (versions.length === 0) return <Empty text={t("pages.noVersions")} />;
  return (
    <>
      <Failure text={act.failure} />
      {isChanged && <p className={rows.muted}>{t("pages.restoreBlocked")}</p>}
      <table className={rows.table} aria-label={t("pages.versions")}>
        <tbody>
          {versions.map((one) => (
            <tr key={one.version}>
              <td className={rows.muted} title={formatFull(one.at)}>
                {formatPast(one.at)}
              </td>
              <td>
                {t(`pages.cause.${one.cause}`)} · {one.by ?? "–"}
              </td>
              <td className={rows.muted}>
                {one.length === null ? t("pages.ours") : t("pages.length", { count: one.length })}
              </td>
              <RestoreCell
                busy={act.busy || isChanged}
                restore={one.version === version ? null : () => void restore(one.version)}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
