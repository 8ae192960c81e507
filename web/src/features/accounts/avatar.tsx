import { initialOf } from "../../lib/initial.ts";

/** Renders a user's avatar: the first letter of the name in a two-coloured circle. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-[4.5rem] max-h-[96px] max-w-[96px] shrink-0 items-center justify-center rounded-full bg-[linear-gradient(140deg,#6d4aff,var(--color-accent))] font-title text-2xl text-white"
    >
      {initialOf(name)}
    </span>
  );
}
