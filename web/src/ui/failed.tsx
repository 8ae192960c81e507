import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "../lib/use-language.ts";
import { Button } from "./button.tsx";
import { Message } from "./message.tsx";

interface FailedProps {
  retry: () => void;
  /** What failed to load, where a screen can say more than the default. */
  title?: string;
  text?: string;
  /** The heading level of the title. */
  level?: "h1" | "h2";
  /** Other ways to continue. */
  children?: ReactNode;
}

/** Renders a message and a retry button in place of content that could not be loaded. */
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
