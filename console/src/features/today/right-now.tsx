import type { Today } from "@cliffhanger/contract/console/today";
import { Archive, Cpu, CreditCard, HardDrive, type LucideIcon, Mail, Wallet } from "lucide-react";
import { t } from "../../lib/messages.ts";
import { formatFull, formatPast } from "../../lib/time.ts";
import { Mark } from "../../ui/mark.tsx";
import { Panel } from "../../ui/panel.tsx";
import styles from "./today.module.css";
import { countWords, shareWords, sizeWords } from "./today-words.ts";

/** A full disk stops everything; the list of needs has it from here on. */
const FULL = 0.85;

/** What runs now. What is not known is shown as unknown, never as fine. */
export function RightNow({ running }: { running: Today["running"] }) {
  const { watching, encoding, gateways, mail, hasMail, disk, backup } = running;
  const isFaulty =
    gateways.some(({ isSilent }) => isSilent) ||
    (encoding?.failed ?? 0) > 0 ||
    (mail?.failed ?? 0) > 0 ||
    (backup?.isOld ?? false) ||
    (disk?.usedShare ?? 0) > FULL;
  const isUnknown = disk === null || backup === null || gateways.some(({ at }) => at === null) || !hasMail;
  return (
    <Panel
      title={t("today.rightNow")}
      acts={
        <Mark tone={isFaulty ? "red" : isUnknown ? "plain" : "green"}>
          {t(isFaulty ? "today.notAll" : isUnknown ? "today.partKnown" : "today.allRuns")}
        </Mark>
      }
    >
      <p className={styles.watching}>
        <span className={styles.value}>{countWords(watching)}</span>
        <span className={styles.quiet}>{t("today.watching")}</span>
      </p>
      <dl className={styles.facts}>
        <Fact icon={Cpu} name={t("today.encoding")} isFaulty={(encoding?.failed ?? 0) > 0}>
          {encoding ? t("today.encodingWords", encoding) : t("today.unknown")}
        </Fact>
        {gateways.map(({ name, at, isSilent }) => (
          <Fact
            key={name}
            icon={name === "paypal" ? Wallet : CreditCard}
            name={t(`orders.gateway.${name}`)}
            isFaulty={isSilent}
            title={at === null ? undefined : formatFull(at)}
          >
            {at === null ? t("today.neverHeard") : t("today.heard", { time: formatPast(at) })}
          </Fact>
        ))}
        {gateways.length === 0 && (
          <Fact icon={CreditCard} name={t("today.gateway")}>
            {t("today.noGateway")}
          </Fact>
        )}
        <Fact icon={Mail} name={t("today.mail")} isFaulty={(mail?.failed ?? 0) > 0}>
          {!hasMail ? t("today.noMail") : mail ? t("today.mailWords", mail) : t("today.unknown")}
        </Fact>
        <Fact icon={HardDrive} name={t("today.disk")} isFaulty={(disk?.usedShare ?? 0) > FULL}>
          {disk
            ? t("today.diskWords", { share: shareWords(disk.usedShare), size: sizeWords(disk.bytes) })
            : t("today.unknown")}
        </Fact>
        <Fact
          icon={Archive}
          name={t("today.backup")}
          isFaulty={backup?.isOld ?? false}
          title={backup ? formatFull(backup.at) : undefined}
        >
          {backup ? formatPast(backup.at) : t("today.noBackup")}
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({
  icon: Icon,
  name,
  isFaulty = false,
  title,
  children,
}: {
  icon: LucideIcon;
  name: string;
  isFaulty?: boolean;
  title?: string | undefined;
  children: string;
}) {
  return (
    <div className={styles.fact}>
      <dt>
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        {name}
      </dt>
      <dd data-tone={isFaulty ? "red" : undefined} title={title}>
        {children}
      </dd>
    </div>
  );
}
