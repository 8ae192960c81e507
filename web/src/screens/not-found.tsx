import { Compass } from "lucide-react";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** Any unknown path (R29). */
export function NotFoundScreen() {
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
