import { X } from "lucide-react";
import type { MouseEvent } from "react";
import { IconButton } from "../../ui/button.tsx";

interface RemoveButtonProps {
  label: string;
  onRemove: () => void;
  className?: string;
}

/** Removes an entry from its list; the focus moves to the button of a neighbour, or to the screen where there is none. */
export function RemoveButton({ label, onRemove, className = "" }: RemoveButtonProps) {
  function remove({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    focusAfter(currentTarget);
    onRemove();
  }
  return (
    <IconButton label={label} onClick={remove} className={className}>
      <span className="flex size-7 items-center justify-center rounded-full bg-black/65">
        <X aria-hidden className="size-4" />
      </span>
    </IconButton>
  );
}

function focusAfter(button: HTMLButtonElement): void {
  const entry = button.closest("li");
  // The only entry leaves with its group, such as a day of the history.
  const group = button.closest("section");
  const next =
    entry?.nextElementSibling?.querySelector("button") ??
    entry?.previousElementSibling?.querySelector("button") ??
    group?.nextElementSibling?.querySelector<HTMLElement>("li button") ??
    group?.previousElementSibling?.querySelector<HTMLElement>("li button") ??
    button.closest<HTMLElement>("main");
  next?.focus({ preventScroll: true });
}
