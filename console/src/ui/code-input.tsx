import { TextInput } from "@mantine/core";
import { t } from "../lib/messages.ts";
import styles from "./code-input.module.css";

/** The field for a code of the authenticator app, or for a recovery code. */
export function CodeInput({ recovery = false, error }: { recovery?: boolean; error?: string | undefined }) {
  return (
    <TextInput
      name="code"
      label={t(recovery ? "code.recovery" : "code.label")}
      description={t(recovery ? "code.recoveryHint" : "code.hint")}
      inputMode={recovery ? "text" : "numeric"}
      autoComplete={recovery ? "off" : "one-time-code"}
      autoCapitalize="off"
      spellCheck={false}
      maxLength={recovery ? 40 : 8}
      error={error}
      classNames={{ input: styles.code ?? "" }}
      data-autofocus
      required
    />
  );
}
