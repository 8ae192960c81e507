import { Button, Checkbox } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { t } from "../../lib/messages.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import styles from "./proofs.module.css";

/** New recovery codes, shown this once. */
export function RecoveryCodes({
  codes,
  site,
  done,
}: {
  codes: readonly string[];
  site: string;
  done: () => void;
}) {
  const [saved, setSaved] = useState(false);
  const text = codes.join("\n");
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([`${t("recovery.file", { site })}\n\n${text}\n`], { type: "text/plain" }),
    );
    const link = document.createElement("a");
    link.href = url;
    link.download = "recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className={styles.form}>
      <p>{t("recovery.text")}</p>
      <ol className={styles.codes} aria-label={t("recovery.title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.row}>
        <CopyButton text={text} label={t("recovery.copy")} />
        <Button variant="default" size="xs" leftSection={<Download size={15} aria-hidden />} onClick={save}>
          {t("recovery.save")}
        </Button>
      </div>
      <Checkbox
        label={t("recovery.saved")}
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Button size="md" disabled={!saved} onClick={done}>
        {t("recovery.done")}
      </Button>
    </div>
  );
}
