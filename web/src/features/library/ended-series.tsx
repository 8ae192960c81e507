import type { Info } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { CircleSlash } from "lucide-react";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { endedQuery } from "./queries.ts";

type Ended = Info<"GET /api/user/ended">["list"][number];

/** Says which series that the viewer unlocked ended for everybody: those that would stand in this list. */
export function EndedSeries({ of }: { of: (series: Ended) => boolean }) {
  const t = useMessages();
  const ended = useQuery(endedQuery(useLanguage())).data?.list.filter(of) ?? [];
  return ended.map(({ id, title }) => (
    <section key={id} className="gutter mb-4" aria-labelledby={`ended-${id}`}>
      <div className="flex flex-col items-start gap-3 rounded-lg bg-raised p-4">
        <h2 id={`ended-${id}`} className="flex gap-2 font-medium wrap-anywhere">
          <CircleSlash aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
          {t("library.endedTitle", { title })}
        </h2>
        <p className="text-sm text-muted">{t("library.endedText")}</p>
        <ButtonLink shape="quiet" href="/contactUs">
          {t("library.endedAsk")}
        </ButtonLink>
      </div>
    </section>
  ));
}
