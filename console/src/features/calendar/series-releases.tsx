import type { ReleaseDrop, SeriesReleases } from "@cliffhanger/contract/console/releases";
import { Button, VisuallyHidden } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { zoneShown } from "../../lib/time.ts";
import { showToast } from "../../lib/toasts.ts";
import { type Act, useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Panel, PanelBody, PanelFoot } from "../../ui/panel.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { Agenda } from "./agenda.tsx";
import styles from "./calendar.module.css";
import { todayIn } from "./days.ts";
import { DropDialog } from "./drop-dialog.tsx";
import { episodeWords, planWords } from "./drop-words.ts";
import { NewDrop } from "./new-drop.tsx";
import { ReleaseConfirm } from "./release-confirm.tsx";
import { seriesReleasesKey, useMover, useRefreshReleases, useSeriesReleasesQuery } from "./use-releases.ts";

/** The releases of one series: its plan in words, what comes, what happened, and the episodes without a time. */
export function SeriesReleasesTab({ seriesId }: { seriesId: string }) {
  const query = useSeriesReleasesQuery(seriesId);
  return (
    <Loadable
      query={query}
      skeleton={
        <Panel title={t("releases.coming")}>
          <Skeletons rows={5} />
        </Panel>
      }
    >
      {(releases) => <Content seriesId={seriesId} releases={releases} />}
    </Loadable>
  );
}

function Content({ seriesId, releases }: { seriesId: string; releases: SeriesReleases }) {
  const [params, change] = useAddress();
  const mayChange = useMay("release");
  const mover = useMover(releases);
  const act = useAct();
  const client = useQueryClient();
  const refresh = useRefreshReleases();
  const { drops, waiting } = releases;
  const coming = drops.filter(({ state }) => state !== "done");
  const happened = drops.filter(({ state }) => state === "done").toReversed();
  const open = drops.find(({ id }) => id === params.get("drop"));
  const closeDialog = () => change({ dialog: null }, { replace: true });
  const run = (work: () => Promise<SeriesReleases>, done: string) =>
    act.run(async () => {
      try {
        putAnswer(client, seriesReleasesKey(seriesId), await work());
      } finally {
        await refresh();
      }
      showToast(done);
    });
  return (
    <div className={styles.stack}>
      <Failure text={mover.failure} />
      <VisuallyHidden role="status">{mover.said}</VisuallyHidden>
      <Panel
        title={t("releases.plan")}
        acts={mayChange && <PlanActs seriesId={seriesId} releases={releases} act={act} run={run} />}
      >
        <PanelBody>
          <p className={styles.state}>
            <Mark tone={releases.mode === "held" ? "amber" : releases.plan ? "blue" : "plain"}>
              {t(`releases.mode.${releases.mode}`)}
            </Mark>{" "}
            <span>{releases.plan ? planWords(releases.plan) : t("releases.noPlan")}</span>
          </p>
          {releases.mode === "held" && <p className={styles.quiet}>{t("releases.heldText")}</p>}
          {params.get("dialog") === null && <Failure text={Object.values(act.fields)[0] ?? act.failure} />}
        </PanelBody>
        {waiting.length > 0 && (
          <PanelFoot>
            <span>{t("releases.waiting", { count: waiting.length, episodes: episodeWords(waiting) })}</span>
          </PanelFoot>
        )}
      </Panel>
      <Panel title={t("releases.coming")}>
        {coming.length === 0 ? (
          <Empty text={t("releases.nothingComing")} />
        ) : (
          <PanelBody>
            <Agenda drops={coming} mover={mayChange ? mover : null} />
          </PanelBody>
        )}
      </Panel>
      {happened.length > 0 && (
        <Panel title={t("releases.happened")} hint={t("releases.happenedHint")}>
          <PanelBody>
            <Agenda drops={happened} mover={null} />
          </PanelBody>
        </Panel>
      )}
      {open && <OpenDrop drop={open} mayChange={mayChange} />}
      {mayChange && params.get("dialog") === "plan" && (
        <NewDrop day={todayIn(zoneShown())} zone={zoneShown()} series={seriesId} close={closeDialog} />
      )}
    </div>
  );
}

function OpenDrop({ drop, mayChange }: { drop: ReleaseDrop; mayChange: boolean }) {
  const [, change] = useAddress();
  return (
    <DropDialog
      key={`${drop.id} ${drop.version}`}
      drop={drop}
      mayChange={mayChange}
      close={() => change({ drop: null }, { replace: true })}
    />
  );
}

function PlanActs({
  seriesId,
  releases: { mode, plan, next },
  act,
  run,
}: {
  seriesId: string;
  releases: SeriesReleases;
  act: Act;
  run: (work: () => Promise<SeriesReleases>, done: string) => Promise<boolean>;
}) {
  const [, change] = useAddress();
  const isHeld = mode === "held";
  const hold = () =>
    run(
      () => call("POST /api/console/releases/hold", { seriesId, from: mode, isHeld: !isHeld }),
      t(isHeld ? "releases.resumed" : "releases.held"),
    );
  return (
    <>
      <Button variant="default" loading={act.busy} onClick={() => void hold()}>
        {t(isHeld ? "releases.resume" : "releases.hold")}
      </Button>
      {plan && (
        <Button variant="default" onClick={() => change({ dialog: "end" })}>
          {t("releases.end")}
        </Button>
      )}
      {next !== null && (
        <Button variant="default" onClick={() => change({ dialog: "now" })}>
          {t("releases.now", { number: next })}
        </Button>
      )}
      <Button onClick={() => change({ dialog: "plan" })}>{t("releases.new")}</Button>
      <ReleaseConfirm
        name="end"
        act={act}
        title={t("releases.end")}
        text={t("releases.endText")}
        confirm={() => run(() => call("POST /api/console/releases/end", { seriesId }), t("releases.ended"))}
      />
      {next !== null && (
        <ReleaseConfirm
          name="now"
          act={act}
          title={t("releases.now", { number: next })}
          text={t("releases.nowText", { number: next })}
          confirm={() =>
            run(
              () => call("POST /api/console/releases/now", { seriesId, number: next }),
              t("releases.nowDone", { number: next }),
            )
          }
        />
      )}
    </>
  );
}
