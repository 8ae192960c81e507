import { useId } from "react";

interface KeepBoxProps {
  /** What its owner agrees to, as the server stores it with its version. */
  text: string;
  kept: boolean;
  onKeep: (kept: boolean) => void;
}

/** Renders the box that keeps a payment method for later unlocks, unticked at first. */
export function KeepBox({ text, kept, onKeep }: KeepBoxProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="-ml-2.5 flex min-h-11 w-fit max-w-full cursor-pointer gap-1 text-sm">
      <span className="flex size-11 shrink-0 items-center justify-center">
        <input
          type="checkbox"
          id={id}
          checked={kept}
          onChange={(event) => onKeep(event.currentTarget.checked)}
          className="size-6 accent-(--color-accent)"
        />
      </span>
      <span className="min-w-0 flex-1 py-2.5 wrap-break-word">{text}</span>
    </label>
  );
}
