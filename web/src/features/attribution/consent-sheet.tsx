import { type ReactNode, useId, useState } from "react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import type { Allowed } from "./consent-record.ts";
import { allowAll, formatNames, type Purpose } from "./purposes.ts";

interface ConsentSheetProps {
  open: boolean;
  onClose: () => void;
  purposes: readonly Purpose[];
  allowed: Allowed;
  /** Whether the browser refuses on behalf of its user. */
  refused: boolean;
  onChoose: (allowed: Allowed) => void;
}

/** Renders a switch for each purpose, available at any time. */
export function ConsentSheet({ open, onClose, ...rest }: ConsentSheetProps) {
  const t = useMessages();
  return (
    <Sheet open={open} onClose={onClose} title={t("footer.choices")} note={t("consent.note")}>
      <Choices key={String(open)} onClose={onClose} {...rest} />
    </Sheet>
  );
}

function Choices({ purposes, allowed, refused, onChoose, onClose }: Omit<ConsentSheetProps, "open">) {
  const t = useMessages();
  const language = useLanguage();
  const [wanted, setWanted] = useState(allowed);
  return (
    <div className="px-1 pb-2">
      {refused ? (
        <p className="mb-3 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
          {t("consent.byBrowser")}
        </p>
      ) : null}
      <ul>
        {purposes.map(({ name, vendors }) => (
          <li key={name} className="border-t border-line py-2 first:border-0">
            <Switch
              label={t(`consent.${name}.title`)}
              on={wanted[name]}
              disabled={refused}
              onChange={(on) => setWanted({ ...wanted, [name]: on })}
            >
              {t(`consent.${name}.text`, { names: formatNames(vendors, language) })}
            </Switch>
          </li>
        ))}
      </ul>
      {refused ? null : (
        <div className="mt-4 grid gap-2">
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2">
            <Button shape="quiet" onClick={() => onChoose(allowAll(purposes, false))}>
              {t("consent.refuseAll")}
            </Button>
            <Button shape="quiet" onClick={() => onChoose(allowAll(purposes, true))}>
              {t("consent.acceptAll")}
            </Button>
          </div>
          <Button shape="quiet" onClick={() => onChoose(wanted)}>
            {t("consent.save")}
          </Button>
        </div>
      )}
      <p className="mt-2 text-center text-sm">
        <Link
          href="/privacyPolicy"
          onClick={onClose}
          className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-text"
        >
          {t("footer.privacyPolicy")}
        </Link>
      </p>
    </div>
  );
}

interface SwitchProps {
  label: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
  /** The description of its purpose. */
  children: ReactNode;
}

function Switch({ label, on, disabled, onChange, children }: SwitchProps) {
  const id = useId();
  return (
    <div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-describedby={id}
        disabled={disabled}
        onClick={() => onChange(!on)}
        className="group flex min-h-11 w-full items-center justify-between gap-4 text-left font-medium disabled:opacity-60"
      >
        {label}
        <span
          aria-hidden
          className="relative h-7 w-12 shrink-0 rounded-full border border-white/40 bg-white/10 transition-colors duration-150 group-aria-checked:border-transparent group-aria-checked:bg-text"
        >
          <span className="absolute top-1/2 left-1 size-5 -translate-y-1/2 rounded-full bg-text transition-[translate,background-color] duration-150 group-aria-checked:translate-x-4.5 group-aria-checked:bg-ground" />
        </span>
      </button>
      <p id={id} className="pr-16 pb-1 text-sm text-muted">
        {children}
      </p>
    </div>
  );
}
