import { matchScreen } from "@cliffhanger/contract/screens";
import { Compass } from "lucide-react";
import { useLocation } from "wouter";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

const WatchGone = lazyOnOpen(() => import("./watch-gone.tsx").then((part) => part.WatchGone), {
  messages: ["library", "watch"],
});

/** Any unknown path (R29). At the address of a series, who had unlocked it reads why it ended. */
export function NotFoundScreen() {
  const [path] = useLocation();
  const route = matchScreen(path);
  if (route.name !== "watch") return <Lost />;
  return (
    <WatchGone id={route.seriesId} place={<Lost />}>
      <Lost />
    </WatchGone>
  );
}

function Lost() {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(t("notFound.documentTitle", { site: name }));
  return (
    <Message level="h1" icon={<Compass aria-hidden className="size-7" />} title={t("notFound.title")}>
      <p>{t("notFound.text")}</p>
      <ButtonLink shape="primary" href="/">
        {t("notFound.home")}
      </ButtonLink>
    </Message>
  );
}
