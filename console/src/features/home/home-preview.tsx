import type { ConsoleHome } from "@cliffhanger/contract/console/home";
import { Select } from "@mantine/core";
import { useState } from "react";
import { languageOptions } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import styles from "./home.module.css";

/** The page that a guest would get on a phone, with the changes in it. It loads again with each version. */
export function HomePreview({ home: { preview, version } }: { home: ConsoleHome }) {
  const [params, change] = useAddress();
  const language = languageOptions.find(({ value }) => value === params.get("language"))?.value ?? "en";
  const shown = `${version} ${language}`;
  const addressOf = () => `${preview}?language=${language}&version=${version}`;
  const [page, setPage] = useState(() => ({ shown, address: addressOf() }));
  // Each answer has another code. The page loads again only when it would show something else.
  if (page.shown !== shown) setPage({ shown, address: addressOf() });
  return (
    <aside className={styles.preview} aria-label={t("home.preview")}>
      <Select
        aria-label={t("home.previewLanguage")}
        data={languageOptions}
        value={language}
        allowDeselect={false}
        size="xs"
        w="10rem"
        onChange={(to) => change({ language: to === "en" ? null : to }, { replace: true })}
      />
      <div className={styles.phone}>
        <iframe
          className={styles.page}
          title={t("home.preview")}
          src={page.address}
          sandbox="allow-same-origin"
        />
      </div>
      <p className={styles.quiet}>{t("home.previewText")}</p>
    </aside>
  );
}
