import { TextInput } from "@mantine/core";
import { t } from "../../lib/messages.ts";

/** Why something is done, for the log. */
export function Reason({
  value,
  change,
  error,
}: {
  value: string;
  change: (text: string) => void;
  error: string | undefined;
}) {
  return (
    <TextInput
      label={t("person.reason")}
      description={t("person.reasonHint")}
      value={value}
      error={error}
      required
      minLength={3}
      maxLength={500}
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
