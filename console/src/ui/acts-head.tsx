import { VisuallyHidden } from "@mantine/core";
import { t } from "../lib/messages.ts";

/** The head of a table's column of buttons, which only a screen reader says. */
export function ActsHead() {
  return (
    <th>
      <VisuallyHidden>{t("acts")}</VisuallyHidden>
    </th>
  );
}
