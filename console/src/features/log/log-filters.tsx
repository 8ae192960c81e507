import { Button, Select, TextInput } from "@mantine/core";
import { X } from "lucide-react";
import { t } from "../../lib/messages.ts";
import { useMembers } from "../../lib/use-members.ts";
import { actionGroups } from "./action-words.ts";
import styles from "./log.module.css";
import type { LogFilter } from "./log-filter.ts";

const KIND = "kind:";

/** The filters of the log. */
export function LogFilters({ filter, change }: { filter: LogFilter; change: (next: LogFilter) => void }) {
  const people = usePeople();
  const who = filter.actor ?? (filter.actorKind ? `${KIND}${filter.actorKind}` : null);
  const setWho = (value: string | null) => {
    const { actor: _actor, actorKind: _kind, ...rest } = filter;
    if (value === null) change(rest);
    else if (value === `${KIND}command` || value === `${KIND}system`)
      change({ ...rest, actorKind: value === `${KIND}command` ? "command" : "system" });
    else change({ ...rest, actor: value });
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <search className={styles.filters} aria-label={t("filter.label")}>
      <Select
        aria-label={t("filter.who")}
        placeholder={t("filter.who")}
        data={[
          ...(people.length > 0 ? [{ group: t("filter.people"), items: people }] : []),
          {
            group: t("filter.others"),
            items: [
              { value: `${KIND}command`, label: t("actor.command") },
              { value: `${KIND}system`, label: t("actor.system") },
            ],
          },
        ]}
        value={who}
        onChange={setWho}
        size="xs"
        w="11rem"
        clearable
        comboboxProps={{ width: 260, position: "bottom-end" }}
      />
      <Select
        aria-label={t("filter.action")}
        placeholder={t("filter.action")}
        data={actionGroups()}
        value={filter.action ?? null}
        onChange={(action) => change({ ...filter, action: action ?? undefined })}
        size="xs"
        w="12rem"
        searchable
        clearable
        nothingFoundMessage={t("filter.nothing")}
        comboboxProps={{ width: 280, position: "bottom-end" }}
      />
      <TextInput
        type="date"
        aria-label={t("filter.day")}
        value={filter.day ?? ""}
        onChange={(event) => change({ ...filter, day: event.currentTarget.value || undefined })}
        size="xs"
        w="9rem"
      />
      {filter.subjectId !== undefined && (
        <Button
          variant="default"
          size="xs"
          rightSection={<X size={14} aria-hidden />}
          onClick={() => change({ ...filter, subjectId: undefined, subjectKind: undefined })}
        >
          {t("filter.subject")}
        </Button>
      )}
      {filter.requestId !== undefined && (
        <Button
          variant="default"
          size="xs"
          rightSection={<X size={14} aria-hidden />}
          onClick={() => change({ ...filter, requestId: undefined })}
        >
          {t("filter.request")}
        </Button>
      )}
      {isFiltered && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => change({})}>
          {t("filter.clear")}
        </Button>
      )}
    </search>
  );
}

/** Returns the team for choosing; empty for who may not see it. */
function usePeople(): { value: string; label: string }[] {
  return useMembers().map(({ id, email }) => ({ value: id, label: email }));
}
