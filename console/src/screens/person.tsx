import type { Person } from "@cliffhanger/contract/console/people";
import { Button } from "@mantine/core";
import { AtSign, Gift, LogOut, Mail } from "lucide-react";
import { Link, useParams } from "wouter";
import { OrderActs, OrderDialogs } from "../features/order-page/order-dialogs.tsx";
import { Facts } from "../features/people/facts.tsx";
import { Notes, TheirData } from "../features/people/notes-and-data.tsx";
import styles from "../features/people/people.module.css";
import { nameOf } from "../features/people/people-rows.tsx";
import { PersonDialogs } from "../features/people/person-dialogs.tsx";
import { Side } from "../features/people/side.tsx";
import { Timeline } from "../features/people/timeline.tsx";
import { usePerson } from "../features/people/use-person.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { formatDay } from "../lib/time.ts";
import { useAddress } from "../lib/use-address.ts";
import { Loadable } from "../ui/loadable.tsx";
import { Mark } from "../ui/mark.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** One person: what happened to them, what they may watch, and what helps them. */
export function PersonScreen() {
  const { id } = useParams<{ id: string }>();
  const query = usePerson(id);
  const { data } = query;
  return (
    <Page title={data ? nameOf(data) : t("people.person")} acts={data && <Acts person={data} />}>
      <p className={styles.crumb}>
        <Link href="/people">{t("people.title")}</Link>
        {data && <Marks person={data} />}
      </p>
      <Loadable
        query={query}
        skeleton={
          <>
            <Panel title={t("person.facts")}>
              <Skeletons rows={1} />
            </Panel>
            <Panel title={t("timeline.title")}>
              <Skeletons rows={12} />
            </Panel>
          </>
        }
      >
        {(person) => (
          <>
            <Facts person={person} />
            <div className={styles.columns}>
              <Timeline id={person.id} acts={(event) => <OrderActs event={event} />} />
              <div className={styles.side}>
                <Side person={person} />
                <Notes key={person.id} person={person} />
                <TheirData person={person} />
              </div>
            </div>
            <PersonDialogs person={person} />
            <OrderDialogs />
          </>
        )}
      </Loadable>
    </Page>
  );
}

function Marks({ person: { kind, membership, deletesAt, newEmail, paid } }: { person: Person }) {
  const isLive = membership.state === "active" || membership.state === "trialing";
  return (
    <span className={styles.marks}>
      <Mark tone={isLive ? "amber" : "plain"}>{t(isLive ? "people.kind.paid" : `people.kind.${kind}`)}</Mark>
      {!isLive && paid.length > 0 && <Mark tone="green">{t("people.bought")}</Mark>}
      {newEmail !== null && <Mark tone="blue">{t("address.waits", { email: newEmail })}</Mark>}
      {deletesAt !== null && <Mark tone="red">{t("people.leaves", { at: formatDay(deletesAt) })}</Mark>}
    </span>
  );
}

function Acts({ person }: { person: Person }) {
  const [, change] = useAddress();
  const mayChange = useMay("person.data");
  if (!useMay("person.help")) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Mail size={17} aria-hidden />}
        onClick={() => change({ dialog: "write" })}
      >
        {t("write.act")}
      </Button>
      <Button
        variant="default"
        leftSection={<Gift size={17} aria-hidden />}
        onClick={() => change({ dialog: "grant" })}
      >
        {t("grant.act")}
      </Button>
      <Button
        variant="default"
        leftSection={<LogOut size={17} aria-hidden />}
        disabled={person.devices.length === 0}
        onClick={() => change({ dialog: "sign-out" })}
      >
        {t("signOutAll.act")}
      </Button>
      {mayChange && person.email !== null && (
        <Button
          variant="default"
          leftSection={<AtSign size={17} aria-hidden />}
          onClick={() => change({ dialog: "address" })}
        >
          {t("address.act")}
        </Button>
      )}
    </>
  );
}
