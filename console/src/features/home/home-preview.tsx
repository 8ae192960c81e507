import type { ConsoleHome } from "@cliffhanger/contract/console/home";
import { Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { languageOptions } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { isWall, momentOf, zoneShown } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { PreviewFrame } from "../../ui/preview-frame.tsx";
import styles from "./home.module.css";

const SETTLING_MS = 500;

/** The page that a guest would get on a phone, with the changes in it. It loads again once changes have settled. */
export function HomePreview({ home: { preview, version } }: { home: ConsoleHome }) {
  const [params, change] = useAddress();
  const language = languageOptions().find(({ value }) => value === params.get("language"))?.value ?? "en";
  const asked = params.get("at") ?? "";
  const at = isWall(asked) ? asked : "";
  const [settled] = useDebouncedValue(version, SETTLING_MS);
  const shown = `${settled} ${language} ${at}`;
  const moment = at === "" ? "" : `&at=${momentOf(at)}`;
  const addressOf = () => `${preview}?language=${language}&version=${settled}${moment}`;
  const [page, setPage] = useState(() => ({ shown, address: addressOf() }));
  // Each answer has another code. The page loads again only when it would show something else.
  if (page.shown !== shown) setPage({ shown, address: addressOf() });
  return (
    <aside className={styles.preview} aria-label={t("home.preview")}>
      <div className={styles.controls}>
        <Select
          aria-label={t("home.previewLanguage")}
          data={languageOptions()}
          value={language}
          allowDeselect={false}
          size="xs"
          onChange={(to) => change({ language: to === "en" ? null : to }, { replace: true })}
        />
        <TextInput
          type="datetime-local"
          size="xs"
          label={t("home.previewAt", { zone: zoneShown() })}
          value={at}
          onChange={(event) => change({ at: event.currentTarget.value || null }, { replace: true })}
        />
      </div>
      <div className={styles.phone}>
        <PreviewFrame className={styles.page} title={t("home.preview")} address={page.address} />
      </div>
      <p className={styles.quiet}>{t("home.previewText")}</p>
    </aside>
  );
}
