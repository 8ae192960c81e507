import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Panel } from "./panel.tsx";

const seconds = 5;

interface UpNextProps {
  number: number;
  title: string;
  /** It begins by itself, unless called off. */
  autoplay: boolean;
  onNext: () => void;
  onCancel: () => void;
}

/** The end of an episode with another one open behind it: it begins in five seconds, or when it is asked for. */
export function UpNext({ number, title, autoplay, onNext, onCancel }: UpNextProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(seconds);

  const go = useEffectEvent(onNext);
  useEffect(() => {
    if (!autoplay) return undefined;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : go()), 1000);
    return () => clearTimeout(timer);
  }, [autoplay, left]);

  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => (event.key === "Escape" ? cancel() : undefined);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <Panel
      title={title || t("series.episode", { number })}
      text={autoplay ? t("watch.upNext", { seconds: left }) : t("watch.next", { number })}
    >
      <Button shape="primary" onClick={onNext}>
        {t("watch.playNow")}
      </Button>
      <Button shape="quiet" onClick={onCancel}>
        {autoplay ? t("watch.cancel") : t("watch.stayHere")}
      </Button>
    </Panel>
  );
}
