import { useMessages } from "../lib/use-language.ts";

/** Renders an error and a retry button in place of a part of a screen that could not be loaded. */
export function RetryLine({ retry, className = "" }: { retry: () => void; className?: string }) {
  const t = useMessages();
  return (
    <p role="alert" className={`${className} flex flex-wrap items-center gap-x-4 text-sm text-muted`}>
      {t("errors.general")}
      <button
        type="button"
        onClick={retry}
        className="min-h-11 font-semibold text-text underline underline-offset-4"
      >
        {t("errors.retry")}
      </button>
    </p>
  );
}
