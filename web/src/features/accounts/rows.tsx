import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

const row =
  "flex min-h-15 w-full items-center gap-[min(1rem,4vw)] px-[min(1.25rem,5vw)] py-2 text-left hover:bg-white/5";

/** Renders links and buttons as the rows of a card. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {children}
      </ul>
    </nav>
  );
}

interface RowProps {
  icon: LucideIcon;
  name: string;
  /** What to know before opening it. */
  note?: string;
}

/** Renders a row that leads to another screen. */
export function RowLink({ href, ...rest }: RowProps & { href: string }) {
  return (
    <li>
      <Link href={href} className={row}>
        <RowContent {...rest} />
        <ChevronRight aria-hidden className="size-[min(1.25rem,24px)] shrink-0 text-muted" />
      </Link>
    </li>
  );
}

interface RowButtonProps extends RowProps {
  onClick: () => void;
  busy?: boolean;
  /** Whether it opens a sheet. */
  opens?: boolean;
}

/** Renders a row that acts on this screen. */
export function RowButton({ onClick, busy = false, opens = false, ...rest }: RowButtonProps) {
  return (
    <li>
      <button
        type="button"
        aria-haspopup={opens ? "dialog" : undefined}
        aria-disabled={busy}
        onClick={busy ? undefined : onClick}
        className={row}
      >
        <RowContent {...rest} />
        {opens ? <ChevronRight aria-hidden className="size-[min(1.25rem,24px)] shrink-0 text-muted" /> : null}
      </button>
    </li>
  );
}

function RowContent({ icon: Icon, name, note }: RowProps) {
  return (
    <>
      <Icon aria-hidden className="size-[min(1.25rem,24px)] shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-[min(1rem,4vw)]">
        <span className="min-w-0 font-medium wrap-break-word hyphens-auto">{name}</span>
        {note ? <span className="min-w-0 text-sm wrap-break-word text-muted">{note}</span> : null}
      </span>
    </>
  );
}
