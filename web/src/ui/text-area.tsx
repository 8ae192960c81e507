import { type ComponentProps, type ReactNode, useId } from "react";

interface TextAreaProps extends ComponentProps<"textarea"> {
  name: string;
  label: string;
  /** What is wrong with the value. */
  fault?: string | undefined;
  /** A counter at the end of the line below. */
  count?: ReactNode;
}

/** Renders a multi-line text field with its label above and its fault below. It grows with its value. */
export function TextArea({ label, fault, count, className = "", ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        className="block field-sizing-content max-h-[60dvh] min-h-40 w-full min-w-0 resize-y rounded-lg border border-white/40 bg-surface px-4 py-3 placeholder:text-muted aria-invalid:border-accent"
        {...rest}
      />
      <div className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
        <p id={`${id}-fault`} className="font-medium text-accent">
          {fault}
        </p>
        {count}
      </div>
    </div>
  );
}
