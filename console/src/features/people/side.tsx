import type { Person, PersonRight } from "@cliffhanger/contract/console/people";
import { Button } from "@mantine/core";
import { useMay } from "../../lib/me.ts";
import { isMessage, t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatPast } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import styles from "./people.module.css";

/** What a person may watch, which devices they use, and what they agreed to. */
export function Side({ person }: { person: Person }) {
  return (
    <>
      <Rights person={person} />
      <Devices person={person} />
      <Consents person={person} />
    </>
  );
}

/** Returns what a right opens. */
export function rightName({ series }: PersonRight): string {
  return series?.title ?? t("person.everything");
}

function Rights({ person: { rights } }: { person: Person }) {
  const [, change] = useAddress();
  const mayHelp = useMay("person.help");
  return (
    <Panel title={t("person.rights")}>
      <PanelBody>
        {rights.length === 0 && <p className={styles.hint}>{t("person.noRights")}</p>}
        <ul className={styles.lines}>
          {rights.map((right) => (
            <li key={right.id} className={styles.line}>
              <span>
                {right.order === null
                  ? t(`person.source.${right.source}`, { what: rightName(right) })
                  : t("person.source.order", { what: rightName(right), order: right.order })}
              </span>
              <span title={right.until ? formatFull(right.until) : undefined}>
                {right.until ? t("person.to", { at: formatDay(right.until) }) : t("person.forever")}
              </span>
              {mayHelp && right.source === "grant" && (
                <RowButton
                  act={t("revoke.act")}
                  row={rightName(right)}
                  onClick={() => change({ dialog: "revoke", grant: right.id })}
                />
              )}
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}

function Devices({ person: { devices } }: { person: Person }) {
  const [, change] = useAddress();
  const mayHelp = useMay("person.help");
  return (
    <Panel
      title={t("person.devices")}
      acts={
        mayHelp &&
        devices.length > 0 && (
          <Button variant="default" size="compact-md" onClick={() => change({ dialog: "sign-out" })}>
            {t("person.endAll")}
          </Button>
        )
      }
    >
      <PanelBody>
        {devices.length === 0 && <p className={styles.hint}>{t("person.noDevices")}</p>}
        <ul className={styles.lines}>
          {devices.map(({ id, device, lastSeenAt }) => (
            <li key={id} className={styles.line}>
              <span>{device || t("person.unknownDevice")}</span>
              <span title={formatFull(lastSeenAt)}>{formatPast(lastSeenAt)}</span>
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}

function Consents({ person: { consent, agreements } }: { person: Person }) {
  const answer = (allowed: boolean) => t(allowed ? "event.allowed" : "event.refused");
  const document = (name: string) => {
    const id = `pages.name.${name}`;
    return isMessage(id) ? t(id) : name;
  };
  return (
    <Panel title={t("person.consent")}>
      <PanelBody>
        {!consent && agreements.length === 0 && <p className={styles.hint}>{t("person.noConsent")}</p>}
        <ul className={styles.lines}>
          {consent &&
            (["ads", "analytics"] as const).map((of) => (
              <li key={of} className={styles.line}>
                <span>{t(`person.consent.${of}`)}</span>
                <span>{answer(consent[of])}</span>
                <span title={formatFull(consent.at)}>{formatDay(consent.at)}</span>
              </li>
            ))}
          {agreements.map(({ document: name, version, at }) => (
            <li key={`${name} ${version}`} className={styles.line}>
              <span>
                {document(name)} {version}
              </span>
              <span>{t("person.agreed")}</span>
              <span title={formatFull(at)}>{formatDay(at)}</span>
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}
