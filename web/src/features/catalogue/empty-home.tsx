import { Clapperboard } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { Message } from "../../ui/message.tsx";

/** Renders a catalogue without published series, and how its operator adds some. */
export function EmptyHome() {
  const t = useMessages();
  return (
    <Message icon={<Clapperboard aria-hidden className="size-7" />} title={t("emptyHome.title")}>
      <p>{t("emptyHome.text")}</p>
      <code className="rounded-md border border-line bg-surface px-4 py-3 text-sm text-text select-all">
        npm run ingest -- FOLDER
      </code>
      <p className="text-sm">{t("emptyHome.next")}</p>
    </Message>
  );
}
