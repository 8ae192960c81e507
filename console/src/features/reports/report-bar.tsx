import type { ReportHead } from "@cliffhanger/contract/console/reports";
import { Button, Popover, Select, TextInput } from "@mantine/core";
import { CalendarDays } from "lucide-react";
import { type FormEvent, useState } from "react";
import { t } from "../../lib/messages.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { dateOf, formatDate } from "../../lib/time.ts";
import { daysBetween } from "./days.ts";
import type { ChangeAddress, ReportAddress } from "./report-address.ts";
import styles from "./reports.module.css";

const spans = [7, 28, 90, 365] as const;
const DAY_MS = 86_400_000;
const dayAgo = (today: string, days: number) =>
  new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);

/** The days of a report, and which touch counts where visitors are grouped. */
export function ReportBar({
  address,
  head,
  hasTouch,
  change,
}: {
  address: ReportAddress;
  /** What the last answer says of itself. */
  head: ReportHead | undefined;
  hasTouch: boolean;
  change: ChangeAddress;
}) {
  const [opened] = useState(() => dateOf(new Date(serverNow()).toISOString()));
  const today = head?.today ?? opened;
  const to = address.to ?? head?.to ?? today;
  const from = address.from ?? head?.from ?? dayAgo(to, 27);
  return (
    <div className={styles.bar}>
      <Range from={from} to={to} today={today} change={change} />
      {hasTouch && (
        <Select
          aria-label={t("reports.touch")}
          data={[
            { value: "first", label: t("reports.touch.first") },
            { value: "last", label: t("reports.touch.last") },
          ]}
          value={address.touch}
          allowDeselect={false}
          w="9rem"
          onChange={(touch) => change({ touch: touch === "last" ? null : touch })}
        />
      )}
    </div>
  );
}

function Range({
  from,
  to,
  today,
  change,
}: {
  from: string;
  to: string;
  today: string;
  change: ChangeAddress;
}) {
  const [opened, setOpened] = useState(false);
  const choose = (first: string, last: string) => {
    change({ from: first, to: last });
    setOpened(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [first, last] = [form.get("from"), form.get("to")];
    if (typeof first === "string" && typeof last === "string" && first !== "" && last !== "")
      choose(first, last);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<CalendarDays size={15} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t("reports.range", {
            from: formatDate(from),
            to: formatDate(to),
            count: daysBetween(from, to).length,
          })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.bar}>
          {spans.map((count) => (
            <Button
              key={count}
              variant="default"
              size="compact-md"
              onClick={() => choose(dayAgo(today, count - 1), today)}
            >
              {t("reports.lastDays", { count })}
            </Button>
          ))}
        </div>
        <form onSubmit={submit}>
          <div className={styles.bar}>
            <TextInput type="date" name="from" label={t("reports.from")} defaultValue={from} max={today} />
            <TextInput type="date" name="to" label={t("reports.to")} defaultValue={to} max={today} />
          </div>
          <Button type="submit" mt="sm">
            {t("reports.show")}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
