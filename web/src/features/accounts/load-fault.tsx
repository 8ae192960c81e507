import { useMessages } from "../../lib/use-language.ts";

/** A part of a screen that did not come, and another try. */
export function LoadFault({ retry }: { retry: () => void }) {
  const t = useMessages();
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
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
