import { type ReactNode, useId } from "react";

interface PanelProps {
  icon?: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}

/** Words and ways on, over the picture: the end, a locked episode, a failure. Never a dead end. */
export function Panel({ icon, title, text, children }: PanelProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="pointer-events-auto absolute inset-x-0 bottom-0 flex flex-col items-center gap-3 rounded-t-xl border-t border-line bg-surface/95 px-5 pt-7 pb-[max(1.5rem,env(safe-area-inset-bottom))] text-center frosted transition-[opacity,translate] duration-250 ease-out starting:translate-y-8 starting:opacity-0"
    >
      {icon ? (
        <span className="flex size-12 items-center justify-center rounded-full bg-raised text-gold">
          {icon}
        </span>
      ) : null}
      <h2 id={heading} className="font-title text-xl leading-tight">
        {title}
      </h2>
      <p className="max-w-sm text-sm text-muted">{text}</p>
      <div className="mt-2 flex w-full max-w-sm flex-col gap-2.5">{children}</div>
    </section>
  );
}
