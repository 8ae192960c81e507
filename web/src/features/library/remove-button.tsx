import { X } from "lucide-react";
import type { MouseEvent } from "react";
import { IconButton } from "../../ui/button.tsx";

interface RemoveButtonProps {
  label: string;
  onRemove: () => void;
  className?: string;
}

/** Removes an entry from its list; the focus moves to the neighbour's button. */
export function RemoveButton({ label, onRemove, className = "" }: RemoveButtonProps) {
  function remove({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    const entry = currentTarget.closest("li");
    const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling;
    neighbour?.querySelector("button")?.focus({ preventScroll: true });
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
