import type { AuditRow } from "@cliffhanger/contract/console/audit";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { fieldsOf } from "./fields-of.ts";
import styles from "./log.module.css";
import type { LogFilter } from "./log-filter.ts";

/** What a row of the log changed: before and after, and where the act came from. */
export function LogDetail({ row, narrow }: { row: AuditRow; narrow: (to: LogFilter) => void }) {
  const query = useQuery({
    queryKey: ["log", "row", row.id],
    queryFn: () => call("GET /api/console/audit/one", { id: row.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={styles.detail}>
      <Loadable query={query} skeleton={<Skeletons rows={2} />}>
        {({ before, after, network, action, subject, requestId }) => (
          <>
            <Difference before={fieldsOf(before)} after={fieldsOf(after)} />
            <dl className={styles.facts}>
              <Fact name={t("detail.action")} value={action} />
              <Fact name={t("detail.subject")} value={[subject.kind, subject.id].join(" ").trim()} />
              {subject.title !== null && <Fact name={t("detail.title")} value={subject.title} />}
              {network !== null && <Fact name={t("detail.network")} value={network} />}
              {requestId !== null && <Fact name={t("detail.request")} value={requestId} />}
            </dl>
            <div className={styles.narrow}>
              {subject.id !== "" && (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => narrow({ subjectKind: subject.kind, subjectId: subject.id })}
                >
                  {t("detail.history")}
                </Button>
              )}
              {requestId !== null && (
                <Button variant="default" size="compact-sm" onClick={() => narrow({ requestId })}>
                  {t("detail.sameRequest")}
                </Button>
              )}
            </div>
          </>
        )}
      </Loadable>
    </div>
  );
}

type Fields = readonly (readonly [name: string, value: string])[];

function Difference({ before, after }: { before: Fields; after: Fields }) {
  if (before.length === 0 && after.length === 0)
    return <p className={styles.nothing}>{t("detail.nothing")}</p>;
  return (
    <div className={styles.difference}>
      <Side label={t("detail.before")} sign="−" kind="before" fields={before} />
      <Side label={t("detail.after")} sign="+" kind="after" fields={after} />
    </div>
  );
}

function Side({
  label,
  sign,
  kind,
  fields,
}: {
  label: string;
  sign: string;
  kind: "before" | "after";
  fields: Fields;
}) {
  if (fields.length === 0) return null;
  return (
    <section className={styles.side} data-kind={kind} aria-label={label}>
      {fields.map(([name, value]) => (
        <p key={name}>
          <span aria-hidden>{sign} </span>
          <span className={styles.field}>{name}</span> {value}
        </p>
      ))}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
