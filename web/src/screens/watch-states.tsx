import { Clapperboard } from "lucide-react";
import type { ReactNode } from "react";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Failed } from "../ui/failed.tsx";
import { Message } from "../ui/message.tsx";

/** Renders the screen while its answers load. */
export function Pending() {
  const t = useMessages();
  useDocumentTitle(useSite().name);
  return (
    <div className="flex h-dvh items-center justify-center wide:h-[calc(100dvh-6.5rem)]">
      <span
        role="status"
        className="size-12 animate-spin rounded-full border-3 border-white/25 border-t-white transition-opacity delay-400 duration-200 starting:opacity-0"
      >
        <span className="sr-only">{t("common.loading")}</span>
      </span>
    </div>
  );
}

/** Renders a message in the middle of the screen: on a phone the header leaves its room to the player. */
export function Centred({ children }: { children: ReactNode }) {
  return <div className="flex min-h-dvh items-center wide:min-h-[calc(100dvh-6.5rem)]">{children}</div>;
}

/** Renders a series without episodes. */
export function Nothing({ title }: { title: string }) {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(`${title} · ${name}`);
  return (
    <Message level="h1" icon={<Clapperboard aria-hidden className="size-7" />} title={title}>
      <p>
        {t("watch.noEpisodesTitle")}. {t("watch.noEpisodesText")}
      </p>
      <ButtonLink shape="primary" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    </Message>
  );
}

/** Renders the failure of the server to answer. */
export function NotStarted({ retry }: { retry: () => void }) {
  const t = useMessages();
  useDocumentTitle(useSite().name);
  return (
    <Failed level="h1" title={t("watch.errorTitle")} text={t("watch.errorNetwork")} retry={retry}>
      <ButtonLink shape="quiet" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    </Failed>
  );
}
