import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Sheet } from "../../ui/sheet.tsx";
import { type Player, usePlayer } from "./player-store.ts";

const rates = [0.75, 1, 1.25, 1.5, 2];

interface SettingsSheetProps {
  player: Player;
  open: boolean;
  onClose: () => void;
  /** Also remembers the choice. */
  onCaptions: (language: string | null) => void;
}

/** Speed and captions. */
export function SettingsSheet({ player, open, onClose, onCaptions }: SettingsSheetProps) {
  const { t, i18n } = useTranslation();
  const rate = usePlayer(player, (state) => state.rate);
  const captions = usePlayer(player, (state) => state.captions);
  const chosen = usePlayer(player, (state) => state.captionLanguage);
  const format = new Intl.NumberFormat(i18n.language);
  return (
    <Sheet open={open} onClose={onClose} title={t("watch.settings")}>
      <fieldset>
        <legend className="px-1 pb-2 text-sm text-muted">{t("watch.speed")}</legend>
        <div className="grid grid-cols-5 gap-2">
          {rates.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === rate}
              onClick={() => player.setRate(value)}
              className="tabular min-h-11 rounded-md border border-line bg-raised text-sm font-medium hover:bg-white/15 aria-pressed:border-transparent aria-pressed:bg-text aria-pressed:text-ground"
            >
              {format.format(value)}×
            </button>
          ))}
        </div>
      </fieldset>
      {captions.length > 0 ? (
        <fieldset className="mt-6">
          <legend className="px-1 pb-1 text-sm text-muted">{t("watch.captions")}</legend>
          {[{ language: null, label: t("watch.captionsOff") }, ...captions].map(({ language, label }) => (
            <button
              key={language ?? "off"}
              type="button"
              aria-pressed={language === chosen}
              onClick={() => onCaptions(language)}
              className="flex min-h-12 w-full items-center justify-between rounded-md px-3 text-left hover:bg-white/5 aria-pressed:font-semibold"
            >
              {label}
              {language === chosen ? <Check aria-hidden className="size-5 text-accent" /> : null}
            </button>
          ))}
        </fieldset>
      ) : null}
    </Sheet>
  );
}
