import type { Episode } from "@cliffhanger/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { storage } from "../../lib/storage.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { captionsToEnable, savedCaptionChoice } from "./caption-choice.ts";
import { lastLineOf } from "./cue-text.ts";
import { playableQuery } from "./queries.ts";

/** Renders the last line that was spoken in an episode, from its captions; nothing where it has none. */
export function LastLine({ episode }: { episode: Episode }) {
  const t = useMessages();
  const language = useLanguage();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["last-line", episode.id, language],
    queryFn: async ({ signal }) => {
      const { playback } = await client.fetchQuery(playableQuery(episode.id, language));
      const offered = playback.captions.map((caption) => caption.language);
      const chosen = captionsToEnable(offered, savedCaptionChoice(storage), language);
      const caption = playback.captions.find((one) => one.language === chosen);
      if (!caption) return null;
      const answer = await fetch(caption.url, { signal });
      const lines = answer.ok ? lastLineOf(await answer.text()) : [];
      return lines.length > 0 ? { text: lines.join(" "), language: caption.language } : null;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  return (
    <figure className="mb-4 border-l-2 border-accent pl-3">
      <figcaption className="text-xs text-muted">
        {t("offer.lastLine", { number: episode.number })}
      </figcaption>
      <blockquote
        lang={data.language}
        className="mt-0.5 font-title text-lg leading-6 text-balance wrap-break-word"
      >
        {data.text}
      </blockquote>
    </figure>
  );
}
