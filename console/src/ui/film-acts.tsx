import type { ConsoleFilm } from "@cliffhanger/contract/console/series";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { putAnswer } from "../lib/put-answer.ts";
import { sentenceOf } from "../lib/sentence.ts";
import { showToast } from "../lib/toasts.ts";
import { useAct } from "../lib/use-act.ts";
import { useAddress } from "../lib/use-address.ts";
import { Dialog, DialogActs } from "./dialog.tsx";
import { Failure } from "./failure.tsx";
import { RowButton } from "./row-button.tsx";

const queue = "media.transcode";

/** The film of an episode, as lists have it. */
interface FilmOf {
  episodeId: string;
  film: ConsoleFilm;
}

/** What can be done with a film that waits or is being encoded: move it to the front, and cancel it. */
export function FilmActs({ episodeId, film: { state, file } }: FilmOf) {
  const client = useQueryClient();
  const may = useMay("job");
  const [, change] = useAddress();
  const act = useAct();
  if (!may || (state !== "queued" && state !== "encoding")) return null;
  const first = () =>
    act.run(async () => {
      try {
        putAnswer(client, ["jobs"], await call("POST /api/console/jobs/first", { queue, episodeId }));
        showToast(t("films.firstDone", { file }));
      } catch (error) {
        // It began meanwhile, or is ready: the row says so, and needs no place for a failure.
        showToast(sentenceOf(error));
      }
      await client.invalidateQueries({ queryKey: ["series"] });
    });
  return (
    <>
      {state === "queued" && <RowButton act={t("films.first")} row={file} onClick={() => void first()} />}
      <RowButton
        act={t("films.cancel")}
        row={file}
        onClick={() => change({ dialog: "cancel-film", film: episodeId })}
      />
    </>
  );
}

/** Asks before the encoding of a film of the list is cancelled. Which one is in the address. */
export function CancelFilm({ films }: { films: readonly FilmOf[] }) {
  const client = useQueryClient();
  const [params, change] = useAddress();
  const act = useAct();
  const id = params.get("film");
  const found = films.find(({ episodeId }) => episodeId === id);
  const file = found?.film.file ?? "";
  const close = () => {
    act.reset();
    change({ dialog: null, film: null }, { replace: true });
  };
  const cancel = () =>
    act.run(async () => {
      if (id === null) return;
      putAnswer(client, ["jobs"], await call("POST /api/console/jobs/cancel", { queue, episodeId: id }));
      showToast(t("films.cancelDone", { file }));
      await client.invalidateQueries({ queryKey: ["series"] });
      close();
    });
  return (
    <Dialog
      opened={params.get("dialog") === "cancel-film" && found !== undefined}
      title={t("films.cancelTitle", { file })}
      close={close}
    >
      <p>{t("films.cancelText")}</p>
      <Failure text={act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("films.keep")}
        </Button>
        <Button color="red" loading={act.busy} onClick={() => void cancel()}>
          {t("films.cancel")}
        </Button>
      </DialogActs>
    </Dialog>
  );
}
