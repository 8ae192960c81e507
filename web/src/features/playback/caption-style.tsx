import { useMessages } from "../../lib/use-language.ts";
import { captionGroundClasses, captionSizeClasses } from "./captions-overlay.tsx";
import { OptionRow } from "./option-group.tsx";
import { captionGrounds, captionSizes, prefer, usePreferences } from "./preferences.ts";

/** Renders the settings of the captions' appearance, with a sample. */
export function CaptionStyle() {
  const t = useMessages();
  const { captionSize, captionGround } = usePreferences();
  return (
    <>
      <OptionRow
        legend={t("watch.captionSize")}
        options={captionSizes.map((value) => ({ value, label: t(`watch.captionSizes.${value}`) }))}
        chosen={captionSize}
        onChoose={(size) => prefer({ captionSize: size })}
      />
      <OptionRow
        legend={t("watch.captionGround")}
        options={captionGrounds.map((value) => ({ value, label: t(`watch.captionGrounds.${value}`) }))}
        chosen={captionGround}
        onChoose={(ground) => prefer({ captionGround: ground })}
      />
      <p className="flex min-h-20 items-center justify-center rounded-md bg-white/25 px-4 py-3 text-center text-white">
        <span
          className={`rounded-md px-3 py-1 ${captionSizeClasses[captionSize]} ${captionGroundClasses[captionGround]}`}
        >
          {t("watch.captionSample")}
        </span>
      </p>
    </>
  );
}
