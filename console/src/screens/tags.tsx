import type { ConsoleTag } from "@cliffhanger/contract/console/tags";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import { TagDialogs } from "../features/tags/tag-dialogs.tsx";
import { TagList } from "../features/tags/tag-list.tsx";
import styles from "../features/tags/tags.module.css";
import { type TagActs, useTagActs } from "../features/tags/use-tag-acts.ts";
import { call } from "../lib/call.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** Categories in their order, and tags: named in five languages, merged and deleted. The search is in the address. */
export function TagsScreen() {
  const [params, change] = useAddress();
  const query = useQuery({ queryKey: ["tags"], queryFn: () => call("GET /api/console/tag") });
  const acts = useTagActs();
  const search = params.get("search") ?? "";
  const words = search.trim().toLowerCase();
  const matches = ({ id, names }: ConsoleTag) =>
    [id, ...Object.values(names)].some((name) => name.toLowerCase().includes(words));
  const columns = (list: readonly ConsoleTag[] | null) => (
    <div className={styles.columns}>
      {(["category", "tag"] as const).map((kind) => (
        <Panel
          key={kind}
          title={t(`tags.${kind}.title`)}
          hint={t(`tags.${kind}.hint`)}
          acts={<NewButton kind={kind} />}
        >
          {list === null ? (
            <Skeletons rows={6} />
          ) : (
            <Kind
              all={list.filter((tag) => tag.kind === kind)}
              kind={kind}
              matches={words === "" ? null : matches}
              acts={acts}
            />
          )}
        </Panel>
      ))}
    </div>
  );
  return (
    <Page title={t("tags.title")} hint={t("tags.hint")}>
      <TextInput
        className={styles.search ?? ""}
        type="search"
        aria-label={t("tags.search")}
        placeholder={t("tags.search")}
        leftSection={<Search size={16} aria-hidden />}
        value={search}
        onChange={(event) => change({ search: event.currentTarget.value }, { replace: true })}
      />
      <Failure text={acts.failure} />
      <Loadable query={query} skeleton={columns(null)}>
        {({ list }) => columns(list)}
      </Loadable>
      <TagDialogs tags={query.data?.list ?? []} />
    </Page>
  );
}

function NewButton({ kind }: { kind: ConsoleTag["kind"] }) {
  const mayWrite = useMay("series.write");
  const [, change] = useAddress();
  if (!mayWrite) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<Plus size={15} aria-hidden />}
      onClick={() => change({ dialog: `new-${kind}` })}
    >
      {t(`tags.${kind}.new`)}
    </Button>
  );
}

function Kind({
  all,
  kind,
  matches,
  acts,
}: {
  all: readonly ConsoleTag[];
  kind: ConsoleTag["kind"];
  /** Null while nothing is searched. */
  matches: ((tag: ConsoleTag) => boolean) | null;
  acts: TagActs;
}) {
  const [, change] = useAddress();
  const shown = matches ? all.filter(matches) : all;
  if (shown.length > 0)
    return (
      <TagList
        label={t(`tags.${kind}.title`)}
        all={all}
        shown={shown}
        isSortable={kind === "category" && !matches}
        acts={acts}
      />
    );
  return matches && all.length > 0 ? (
    <Empty
      text={t("tags.noMatch")}
      act={
        <Button variant="default" onClick={() => change({ search: null }, { replace: true })}>
          {t("filter.clear")}
        </Button>
      }
    />
  ) : (
    <Empty text={t(`tags.${kind}.empty`)} />
  );
}
