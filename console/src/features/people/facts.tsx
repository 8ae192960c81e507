import type { Person } from "@cliffhanger/contract/console/people";
import { t } from "../../lib/messages.ts";
import { formatDay, formatSpan } from "../../lib/time.ts";
import panel from "../../ui/panel.module.css";
import styles from "./people.module.css";

/** What a person paid, may watch and watched, in one line. */
export function Facts({ person }: { person: Person }) {
  const { paid, refunded, unlocked, watched, language } = person;
  const sum = (amounts: Person["paid"]) => amounts.map(({ display }) => display).join(" + ") || "–";
  return (
    <section className={panel.panel} aria-label={t("person.facts")}>
      <dl className={styles.facts}>
        <Fact name={t("person.paid")} value={sum(paid)} />
        <Fact name={t("person.refunded")} value={sum(refunded)} />
        <Fact name={t("person.member")} value={membershipOf(person)} />
        <Fact name={t("person.unlocked")} value={t("person.series", { count: unlocked })} />
        <Fact
          name={t("person.watched")}
          value={`${t("person.series", { count: watched.series })}, ${formatSpan(watched.seconds)}`}
        />
        <Fact name={t("person.language")} value={language ? t(`language.${language}`) : "–"} />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function membershipOf({ membership: { state, until, renews } }: Person): string {
  if (state === "free" || until === null) return t("person.state.free");
  if (state !== "active" && state !== "trialing") return t(`person.state.${state}`);
  return t(renews ? "person.renews" : "person.ends", { at: formatDay(until) });
}
