import type { ConsoleHome } from "@cliffhanger/contract/console/home";
import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { AddSection } from "../features/home/add-section.tsx";
import styles from "../features/home/home.module.css";
import { HomeHistory } from "../features/home/home-history.tsx";
import { HomePreview } from "../features/home/home-preview.tsx";
import { PublishHome } from "../features/home/publish-home.tsx";
import { SectionForm } from "../features/home/section-form.tsx";
import { SectionList } from "../features/home/section-list.tsx";
import { useHomeActs, useHomeQuery } from "../features/home/use-home.ts";
import { t } from "../lib/messages.ts";
import { formatClock, formatPast } from "../lib/time.ts";
import { useAddress } from "../lib/use-address.ts";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Panel, PanelFoot } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** The sections of the home screen: their order, what each shows, and the page with the changes in it. */
export function HomeScreen() {
  const query = useHomeQuery();
  const acts = useHomeActs();
  return (
    <Page
      title={t("home.title")}
      hint={t("home.hint")}
      acts={query.data && <PublishHome home={query.data} take={acts.take} />}
    >
      <Loadable
        query={query}
        skeleton={
          <Panel title={t("home.sections")}>
            <Skeletons rows={7} />
          </Panel>
        }
      >
        {(home) => <Content home={home} acts={acts} />}
      </Loadable>
    </Page>
  );
}

function Content({ home, acts }: { home: ConsoleHome; acts: ReturnType<typeof useHomeActs> }) {
  const [params, change] = useAddress();
  const chosen = params.get("section") ?? undefined;
  const section = home.sections.find(({ id }) => id === chosen);
  const add = (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => change({ dialog: "add" })}
    >
      {t("home.add")}
    </Button>
  );
  const { savedAt, failure } = acts;
  return (
    <div className={styles.columns}>
      <Panel title={t("home.sections")} acts={add}>
        <Failure text={failure} />
        {home.sections.length > 0 ? (
          <SectionList home={home} acts={acts} chosen={chosen} />
        ) : (
          <Empty text={t("home.none")} act={add} />
        )}
        <PanelFoot>
          <span>
            {savedAt !== null ? t("home.saved", { at: formatClock(new Date(savedAt)) }) : t("home.dragHint")}
            {home.publishedAt !== null &&
              ` · ${t("home.publishedAt", { at: formatPast(home.publishedAt), by: home.publishedBy ?? "–" })}`}
          </span>
          <Button variant="default" size="compact-sm" onClick={() => change({ dialog: "history" })}>
            {t("home.history")}
          </Button>
        </PanelFoot>
      </Panel>
      {section ? (
        <SectionForm key={section.id} home={home} section={section} acts={acts} />
      ) : (
        <Panel title={t("home.choose")}>
          <Empty text={t(chosen === undefined ? "home.chooseText" : "home.gone")} />
        </Panel>
      )}
      <HomePreview home={home} />
      <AddSection home={home} take={acts.take} />
      <HomeHistory home={home} take={acts.take} />
    </div>
  );
}
