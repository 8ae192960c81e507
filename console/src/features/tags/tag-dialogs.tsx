import type { ConsoleTag } from "@cliffhanger/contract/console/tags";
import { useEffect, useState } from "react";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { MergeTag } from "./merge-tag.tsx";
import { NamesForm } from "./names-form.tsx";

type Shown =
  | { dialog: "new"; kind: ConsoleTag["kind"] }
  | { dialog: "rename"; tag: ConsoleTag }
  | { dialog: "merge"; tag: ConsoleTag };

/** The dialogs about tags, which the address names. */
export function TagDialogs({ tags }: { tags: readonly ConsoleTag[] }) {
  const [params, change] = useAddress();
  const dialog = params.get("dialog");
  const named = tags.find(({ id }) => id === params.get("tag"));
  const isNew = dialog === "new-tag" || dialog === "new-category";
  const isAbout = (dialog === "rename" || dialog === "merge") && named !== undefined;
  // A dialog keeps what it was opened for until it is gone.
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    if (dialog === "new-tag") setShown({ dialog: "new", kind: "tag" });
    else if (dialog === "new-category") setShown({ dialog: "new", kind: "category" });
    else if ((dialog === "rename" || dialog === "merge") && named) setShown({ dialog, tag: named });
  }, [dialog, named]);
  const close = () => change({ dialog: null, tag: null, into: null }, { replace: true });
  return (
    <Dialog
      opened={shown !== null && (isNew || isAbout)}
      title={shown === null ? "" : titleOf(shown)}
      close={close}
    >
      {shown?.dialog === "new" && <NamesForm key={shown.kind} about={{ kind: shown.kind }} close={close} />}
      {shown?.dialog === "rename" && <NamesForm key={shown.tag.id} about={shown.tag} close={close} />}
      {shown?.dialog === "merge" && <MergeTag key={shown.tag.id} tag={shown.tag} tags={tags} close={close} />}
    </Dialog>
  );
}

function titleOf(shown: Shown): string {
  if (shown.dialog === "new") return t(`tags.${shown.kind}.new`);
  return t(`tags.${shown.dialog}Title`, { name: shown.tag.name });
}
