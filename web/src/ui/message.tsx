import type { ReactNode } from "react";

interface MessageProps {
  icon: ReactNode;
  title: string;
  /** The heading level of the title. */
  level?: "h1" | "h2";
  children: ReactNode;
}

/** Renders a message in place of content: empty, not found, failed. Its children are the next actions. */
export function Message({ icon, title, level: Title = "h2", children }: MessageProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 px-6 py-16 text-center text-muted">
      <span className="flex size-16 items-center justify-center rounded-full bg-raised text-text">
        {icon}
      </span>
      <Title className="max-w-full font-title text-2xl wrap-break-word hyphens-auto text-text">{title}</Title>
      {children}
    </div>
  );
}
