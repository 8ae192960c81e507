import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";

interface Option<T> {
  value: T;
  label: ReactNode;
}

interface OptionGroupProps<T> {
  legend: string;
  options: readonly Option<T>[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** Renders a few short options in a row. */
export function OptionRow<T extends string | number | null>(props: OptionGroupProps<T>) {
  const { legend, options, chosen, onChoose } = props;
  return (
    <fieldset>
      <legend className="px-1 pb-2 text-sm text-muted">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-2 max-[22rem]:grid-flow-row max-[22rem]:grid-cols-3">
        {options.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
            className="tabular min-h-11 rounded-md border border-line bg-raised px-1 text-sm font-medium hover:bg-white/15 aria-pressed:border-transparent aria-pressed:bg-text aria-pressed:text-ground"
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Renders options with longer names in a column. */
export function OptionList<T extends string | number | null>(props: OptionGroupProps<T>) {
  const { legend, options, chosen, onChoose } = props;
  return (
    <fieldset>
      <legend className="px-1 pb-1 text-sm text-muted">{legend}</legend>
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className="flex min-h-12 w-full items-center justify-between rounded-md px-3 text-left hover:bg-white/5 aria-pressed:font-semibold"
        >
          {label}
          {value === chosen ? <Check aria-hidden className="size-5 text-accent" /> : null}
        </button>
      ))}
    </fieldset>
  );
}

interface SwitchRowProps {
  label: string;
  note: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Renders a switch with an explanation. */
export function SwitchRow({ label, note, on, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex min-h-13 items-center gap-4 px-1">
      <span className="min-w-0 flex-1">
        <span id={id} className="block font-medium">
          {label}
        </span>
        <span id={`${id}-note`} className="block text-sm text-muted">
          {note}
        </span>
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        onClick={() => onChange(!on)}
        className="group flex h-11 w-13 shrink-0 items-center justify-center"
      >
        <span className="flex h-7 w-12 items-center rounded-full border border-white/45 bg-raised p-0.5 transition-colors duration-150 group-aria-checked:border-transparent group-aria-checked:bg-accent">
          <span className="size-5.5 rounded-full bg-white transition-transform duration-150 ease-out group-aria-checked:translate-x-5" />
        </span>
      </button>
    </div>
  );
}
