import type { ConsolePage, PageText } from "@cliffhanger/contract/console/pages";
import { Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { sentenceOf } from "../../lib/sentence.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useReadAgain } from "../../lib/use-read-again.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { type PageEdits, useTakePage } from "./use-page-edits.ts";

/** Asks before a text of a page is shown to visitors, and says who agreed to an earlier version. `text` null: ours again. */
export function SavePage({
  page,
  edits,
  text,
  close,
}: {
  page: ConsolePage;
  edits: PageEdits;
  text: PageText | null;
  close: () => void;
}) {
  const { name, language, isAgreed } = page;
  const [isNewVersion, setNewVersion] = useState(false);
  const act = useAct("pages");
  const again = useReadAgain("pages");
  const take = useTakePage();
  const change = { name, language, version: edits.version, text, isNewVersion };
  const effect = useQuery({
    queryKey: ["page-effect", change],
    queryFn: () => call("POST /api/console/pages", { ...change, dryRun: true }).catch(again),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
  const save = () =>
    act.run(async () => {
      const saved = await call("POST /api/console/pages", change);
      showToast(t(text ? "pages.saved" : "pages.removed"));
      close();
      if (text) edits.saved(text, saved.page.version);
      else edits.discard();
      await take(saved.page);
    });
  const { data } = effect;
  return (
    <Dialog opened title={t(text ? "pages.saveTitle" : "pages.removeTitle")} close={close}>
      <p>{t(page.file ? "pages.saveFile" : text ? "pages.saveText" : "pages.removeText")}</p>
      {text && (
        <Checkbox
          label={t(isAgreed ? "pages.newVersionAgreed" : "pages.newVersion")}
          description={t(isAgreed ? "pages.newVersionAgreedText" : "pages.newVersionText")}
          checked={isNewVersion}
          onChange={(event) => setNewVersion(event.currentTarget.checked)}
        />
      )}
      {data && text && (
        <p role="status">
          {t("pages.date", { date: data.date })}
          {data.mustAgree !== null && ` ${t("pages.mustAgree", { count: data.mustAgree })}`}
        </p>
      )}
      <Failure text={failureOf(effect.error, act.failure ?? Object.values(act.fields)[0] ?? null)} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button loading={act.busy} disabled={!data || effect.error !== null} onClick={() => void save()}>
          {t(text ? "pages.save" : "pages.remove")}
        </Button>
      </DialogActs>
    </Dialog>
  );
}

function failureOf(effect: Error | null, act: string | null): string | null {
  if (act !== null || effect === null) return act;
  const fields = effect instanceof CallError ? effect.fields : [];
  return fields[0]?.message ?? sentenceOf(effect);
}
