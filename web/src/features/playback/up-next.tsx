import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Panel } from "./panel.tsx";

const seconds = 5;

interface UpNextProps {
  number: number;
  title: string;
  onNext: () => void;
  onCancel: () => void;
}

/** The end of an episode with another one open behind it: it begins in five seconds, unless called off. */
export function UpNext({ number, title, onNext, onCancel }: UpNextProps) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : onNext()), 1000);
    return () => clearTimeout(timer);
  }, [left, onNext]);

  const cancel = useEffectEvent(onCancel);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => (event.key === "Escape" ? cancel() : undefined);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <Panel title={title || t("series.episode", { number })} text={t("watch.upNext", { seconds: left })}>
      <Button shape="primary" onClick={onNext}>
        {t("watch.playNow")}
      </Button>
      <Button shape="quiet" onClick={onCancel}>
        {t("watch.cancel")}
      </Button>
    </Panel>
  );
}
