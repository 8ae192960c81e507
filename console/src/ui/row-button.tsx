import { Button } from "@mantine/core";
import { t } from "../lib/messages.ts";

/**
 * A button of a row. Its name for a screen reader begins with the words on it, as WCAG 2.5.3 asks, and ends with the row that it is
 * about.
 */
export function RowButton({ act, row, onClick }: { act: string; row: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" aria-label={t("act.of", { act, row })} onClick={onClick}>
      {act}
    </Button>
  );
}
