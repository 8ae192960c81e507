import type { ConsoleHome } from "@cliffhanger/contract/console/home";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { formatFull, formatPast } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { useDialogAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { RestoreCell } from "../../ui/restore-cell.tsx";
import rows from "../../ui/rows.module.css";
import { Skeletons } from "../../ui/skeletons.tsx";

/** The versions of the home screen, each of which can be put into the draft. */
export function HomeHistory({ home, take }: { home: ConsoleHome; take: (home: ConsoleHome) => void }) {
  const [params, change] = useAddress();
  const opened = params.get("dialog") === "history";
  const act = useDialogAct(opened, "home");
  const query = useQuery({
    queryKey: ["home", "versions", home.version],
    queryFn: () => call("GET /api/console/home/versions"),
    enabled: opened,
  });
  const close = () => change({ dialog: null }, { replace: true });
  const restore = (wanted: number) =>
    act.run(async () => {
      take(await call("POST /api/console/home/restore", { version: home.version, restore: wanted }));
      showToast(t("home.restored"));
      close();
    });
  return (
    <Dialog opened={opened} title={t("home.history")} size="48rem" close={close}>
      <p>
        {t("home.historyText")} <Link href="/log?action=home.">{t("history.log")}</Link>
      </p>
      <Failure text={act.failure} />
      <Loadable query={query} skeleton={<Skeletons rows={4} />}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text={t("home.historyEmpty")} />
          ) : (
            <table className={rows.table} aria-label={t("home.history")}>
              <tbody>
                {list.map(({ version, at, by, cause, titles }) => (
                  <tr key={version}>
                    <td className={rows.muted} title={formatFull(at)}>
                      {formatPast(at)}
                    </td>
                    <td>
                      {t(`home.cause.${cause}`)}
                      {by !== null && ` · ${by}`}
                    </td>
                    <td className={rows.muted}>{titles.join(", ")}</td>
                    <RestoreCell
                      busy={act.busy}
                      restore={version === home.version ? null : () => void restore(version)}
                    />
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loadable>
    </Dialog>
  );
}
