import type { ConsoleHealth } from "@cliffhanger/contract/console/jobs";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { formatClock } from "../../lib/time.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Panel } from "../../ui/panel.tsx";
import rows from "../../ui/rows.module.css";
import { Skeletons } from "../../ui/skeletons.tsx";

const REFRESH_MS = 60_000;
const ORDER = ["fault", "note", "ok"] as const;
const tones = { fault: "red", note: "amber", ok: "green" } as const;

/** What the checks of the installation found, what is broken first. It is kept current while the screen is open. */
export function Health() {
  const query = useQuery({
    queryKey: ["health"],
    queryFn: () => call("GET /api/console/health"),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel
      title={t("health.title")}
      hint={query.data && t("health.at", { at: formatClock(new Date(query.data.at)) })}
      acts={query.data && <CopyButton text={textOf(query.data)} label={t("health.copy")} />}
    >
      <Loadable query={query} skeleton={<Skeletons rows={6} />}>
        {({ findings }) => (
          <table className={rows.table} aria-label={t("health.title")}>
            <tbody>
              {sorted(findings).map(({ state, about, text }) => (
                <tr key={`${about} ${text}`}>
                  <td>
                    <Mark tone={tones[state]}>{t(`health.${state}`)}</Mark>
                  </td>
                  <td>{about}</td>
                  <td className={rows.wide}>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loadable>
    </Panel>
  );
}

function sorted(findings: ConsoleHealth["findings"]): ConsoleHealth["findings"] {
  return findings.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}

function textOf({ at, findings }: ConsoleHealth): string {
  return [at, ...sorted(findings).map(({ state, about, text }) => `${state}: ${about}: ${text}`)].join("\n");
}
