import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../lib/use-language.ts";
import { Button } from "./button.tsx";
import { Message } from "./message.tsx";

interface FailedProps {
  retry: () => void;
  /** What did not come, where the screen can say it better than in general. */
  title?: string;
  text?: string;
  /** The title's level in the page. */
  level?: "h1" | "h2";
  /** Other ways on. */
  children?: ReactNode;
}

/** What stands in the place of content that did not come: words, and another try. */
export function Failed({ retry, title, text, level = "h2", children }: FailedProps) {
  const t = useMessages();
  return (
    <Message
      level={level}
      icon={<CloudOff aria-hidden className="size-7" />}
      title={title ?? t("errors.title")}
    >
      <p>{text ?? t("errors.text")}</p>
      <Button shape="primary" onClick={retry}>
        {t("errors.retry")}
      </Button>
      {children}
    </Message>
  );
}
