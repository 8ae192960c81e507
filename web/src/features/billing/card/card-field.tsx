import { type ReactNode, type RefObject, useId } from "react";

interface CardFieldProps {
  label: string;
  box: RefObject<HTMLDivElement | null>;
  focused: boolean;
  fault: string | null;
  /** Whether the gateway's field has loaded; until then a placeholder is shown. */
  ready: boolean;
  /** The content at the end of the field. */
  children?: ReactNode;
  className?: string;
}

/** Renders a gateway's field inside our frame, so that it looks and behaves like our own fields. */
export function CardFieldBox(props: CardFieldProps) {
  const { label, box, focused, fault, ready, children, className = "" } = props;
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out as a label
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-fault`} className={className}>
      {/* The gateway handles a tap on the label and focuses its field. */}
      <label id={`${id}-label`} htmlFor={`${id}-box`} className="mb-1.5 block w-fit text-sm font-medium">
        {label}
      </label>
      <div
        className={`relative flex min-h-13 items-center gap-3 rounded-lg border bg-surface px-4 ${
          fault ? "border-accent" : focused ? "border-text" : "border-white/40"
        } ${focused ? "outline-2 outline-offset-2 outline-text" : ""}`}
      >
        {/* The frame fills its box, whatever size the gateway's script sets. */}
        <div
          ref={box}
          id={`${id}-box`}
          className="min-h-11 min-w-0 flex-1 [&_iframe]:block! [&_iframe]:h-11! [&_iframe]:w-full! [&_iframe]:border-0!"
        />
        {ready ? null : (
          <span
            aria-hidden
            className="absolute inset-y-0 left-4 my-auto h-4 w-2/5 animate-pulse rounded-sm bg-raised"
          />
        )}
        {children}
      </div>
      <p id={`${id}-fault`} className="mt-1.5 text-sm font-medium text-accent empty:hidden">
        {fault}
      </p>
    </div>
  );
}
