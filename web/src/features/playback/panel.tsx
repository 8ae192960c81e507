import { type ReactNode, useId } from "react";

interface PanelProps {
  icon?: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}

/** Renders a message and next actions over the picture: the end, a locked episode, a failure. */
export function Panel({ icon, title, text, children }: PanelProps) {
  const heading = useId();
  return (
    // No overscroll containment: a swipe that the panel does not use scrolls the feed behind it.
    <section
      aria-labelledby={heading}
      data-panel
      className="pointer-events-auto absolute inset-x-0 bottom-0 flex max-h-[calc(100%-60px-env(safe-area-inset-top))] flex-col items-center overflow-y-auto rounded-t-xl border-t border-line bg-surface/95 px-5 pt-7 pb-[max(1.5rem,env(safe-area-inset-bottom))] text-center frosted transition-[opacity,translate] duration-250 ease-out compact:pt-4 lying:mx-auto lying:max-w-208 lying:flex-row lying:gap-8 lying:pt-5 starting:translate-y-8 starting:opacity-0"
    >
      {/* Automatic margins centre the content, yet its start stays reachable by scrolling where there is too little
         room. */}
      <div className="mt-auto flex max-w-sm flex-col items-center gap-3 lying:my-auto lying:min-w-0 lying:flex-1 lying:items-start lying:text-left">
        {icon ? (
          <span className="flex size-[48px] shrink-0 items-center justify-center rounded-full bg-raised text-gold compact:hidden lying:flex">
            {icon}
          </span>
        ) : null}
        <h2 id={heading} className="font-title text-xl leading-tight wrap-break-word">
          {title}
        </h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <div className="mt-5 flex w-full max-w-sm flex-col gap-2.5 lying:my-auto lying:min-w-0 lying:flex-1">
        {children}
      </div>
    </section>
  );
}
