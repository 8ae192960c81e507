import { type ComponentProps, type ReactNode, useId } from "react";

interface TextFieldProps extends ComponentProps<"input"> {
  name: string;
  label: string;
  /** What to know before filling it in. */
  hint?: string | undefined;
  /** What is wrong with the value. */
  fault?: string | undefined;
  /** A button inside the frame, at its end. */
  action?: ReactNode;
}

/** Renders a one-line text field with its label above and its fault below. */
export function TextField({ label, hint, fault, action, className = "", ...rest }: TextFieldProps) {
  const id = useId();
  const notes = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={fault ? true : undefined}
          aria-describedby={notes || undefined}
          className={`min-h-13 w-full min-w-0 rounded-lg border border-white/40 bg-surface py-2 pl-4 placeholder:text-muted aria-invalid:border-accent ${action ? "pr-14" : "pr-4"}`}
          {...rest}
        />
        {action ? <span className="absolute inset-y-0 right-1 flex items-center">{action}</span> : null}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {fault ? (
        <p id={`${id}-fault`} className="mt-1.5 text-sm font-medium text-accent">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
