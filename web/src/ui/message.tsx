import type { ReactNode } from "react";

interface MessageProps {
  icon: ReactNode;
  title: string;
  /** The title's level in the page. */
  level?: "h1" | "h2";
  children: ReactNode;
}

/** Words in the place of content: nothing here, not found, failed. What to do next stands under them. */
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
