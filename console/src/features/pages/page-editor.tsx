import type { ConsolePage } from "@cliffhanger/contract/console/pages";
import { Button, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { t } from "../../lib/messages.ts";
import { formatPast } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Failure } from "../../ui/failure.tsx";
import { Panel, PanelBody } from "../../ui/panel.tsx";
import { Saving } from "../../ui/saving.tsx";
import { PageDifference } from "./page-difference.tsx";
import { PagePreview } from "./page-preview.tsx";
import { PageVersions } from "./page-versions.tsx";
import styles from "./pages.module.css";
import { SavePage } from "./save-page.tsx";
import { usePageEdits } from "./use-page-edits.ts";

const views = ["preview", "difference", "versions"] as const;

/** The text of a page at the left; at the right the page as visitors would get it, the difference to ours, or earlier texts. */
export function PageEditor({ page }: { page: ConsolePage }) {
  const [params, change] = useAddress();
  const edits = usePageEdits(page);
  const { text } = edits;
  const view = views.find((one) => one === params.get("view")) ?? "preview";
  const dialog = params.get("dialog");
  const close = () => change({ dialog: null }, { replace: true });
  const isStale = edits.isChanged && edits.version !== page.version;
  return (
    <>
      <Failure text={page.file && t("pages.fileWins", { path: page.file.path })} />
      <div className={styles.columns}>
        <Panel
          title={t("pages.text")}
          hint={
            page.changedAt === null
              ? t("pages.unchanged")
              : t("series.changedBy", { at: formatPast(page.changedAt), by: page.changedBy ?? "–" })
          }
          acts={
            page.own && (
              <Button variant="default" onClick={() => change({ dialog: "remove" })}>
                {t("pages.remove")}
              </Button>
            )
          }
        >
          <PanelBody>
            <div className={styles.form}>
              <TextInput
                label={t("pages.title")}
                value={text.title}
                maxLength={120}
                onChange={(event) => edits.set({ title: event.currentTarget.value })}
              />
              <Textarea
                label={t("pages.markdown")}
                description={t("pages.markdownHint")}
                classNames={{ input: styles.text ?? "" }}
                value={text.markdown}
                onChange={(event) => edits.set({ markdown: event.currentTarget.value })}
              />
            </div>
          </PanelBody>
        </Panel>
        <Panel
          title={t(`pages.view.${view}`)}
          acts={
            <SegmentedControl
              aria-label={t("pages.view")}
              size="xs"
              data={views.map((value) => ({ value, label: t(`pages.view.${value}`) }))}
              value={view}
              onChange={(to) => change({ view: to === "preview" ? null : to }, { replace: true })}
            />
          }
        >
          <PanelBody>
            {view === "preview" && <PagePreview of={page} text={text} />}
            {view === "difference" && <PageDifference ours={page.usual.markdown} theirs={text.markdown} />}
            {view === "versions" && <PageVersions page={page} isChanged={edits.isChanged} />}
          </PanelBody>
        </Panel>
      </div>
      {edits.isChanged && (
        <Saving
          words={t("pages.unsaved")}
          busy={false}
          blocked={isStale}
          save={() => change({ dialog: "save" })}
          discard={edits.discard}
        >
          {isStale && (
            <div role="alert" className={styles.conflict}>
              <p>{t("pages.conflict", { by: page.changedBy ?? t("conflict.someone") })}</p>
              <Button variant="default" size="compact-sm" onClick={edits.discard}>
                {t("conflict.takeTheirs")}
              </Button>
              <Button variant="default" size="compact-sm" onClick={edits.keep}>
                {t("conflict.keepMine")}
              </Button>
            </div>
          )}
        </Saving>
      )}
      {dialog === "save" && edits.isChanged && (
        <SavePage page={page} edits={edits} text={text} close={close} />
      )}
      {dialog === "remove" && page.own && <SavePage page={page} edits={edits} text={null} close={close} />}
    </>
  );
}
