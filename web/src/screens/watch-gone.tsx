import { useQuery } from "@tanstack/react-query";
import { CircleSlash } from "lucide-react";
import type { ReactNode } from "react";
import { endedQuery } from "../features/library/queries.ts";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** At the address of a series that is not there: who had unlocked it reads why it ended, others see what is in it. */
export function WatchGone({ id, children }: { id: string; children: ReactNode }) {
  const ended = useQuery(endedQuery(useLanguage())).data?.list.find((series) => series.id === id);
  return ended ? <Ended title={ended.title} /> : children;
}

function Ended({ title }: { title: string }) {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(`${title} · ${name}`);
  return (
    <Message
      level="h1"
      icon={<CircleSlash aria-hidden className="size-7" />}
      title={t("library.endedTitle", { title })}
    >
      <p>{t("library.endedText")}</p>
      <ButtonLink shape="primary" href="/contactUs">
        {t("library.endedAsk")}
      </ButtonLink>
      <ButtonLink shape="quiet" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    </Message>
  );
}
