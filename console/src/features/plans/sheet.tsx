import type { ConsolePlans } from "@cliffhanger/contract/console/plans";
import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { languageOptions } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { isWall, momentOf, zoneShown } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Panel } from "../../ui/panel.tsx";
import { PreviewFrame } from "../../ui/preview-frame.tsx";
import styles from "./plans.module.css";

/** The very sheet that a guest would get on a phone, now or at a moment to come, and what they agree to before paying. */
export function Sheet({ plans: { list, consent, preview } }: { plans: ConsolePlans }) {
  const [params, change] = useAddress();
  const language = languageOptions().find(({ value }) => value === params.get("language"))?.value ?? "en";
  const currencies = [
    ...new Set(list.flatMap(({ prices }) => prices.map(({ currency }) => currency))),
  ].toSorted();
  const currency = currencies.find((one) => one === params.get("in")) ?? null;
  const asked = params.get("seen") ?? "";
  const at = isWall(asked) ? asked : "";
  const facts = JSON.stringify(list.map(({ members: _members, ...plan }) => plan));
  const shown = `${facts} ${language} ${currency} ${at}`;
  const addressOf = () => {
    const query = new URLSearchParams({ language });
    if (currency !== null) query.set("currency", currency);
    if (at !== "") query.set("at", momentOf(at));
    return `${preview}?${query}`;
  };
  const [page, setPage] = useState(() => ({ shown, address: addressOf() }));
  // Each answer has another code. The page loads again only when it would show something else.
  if (page.shown !== shown) setPage({ shown, address: addressOf() });
  const words = consent[language];
  return (
    <Panel title={t("plans.sheet")} hint={t("plans.sheetHint")}>
      <div className={styles.sheet}>
        <div className={styles.controls}>
          <Select
            label={t("plans.sheetLanguage")}
            size="xs"
            data={languageOptions()}
            value={language}
            allowDeselect={false}
            onChange={(to) => change({ language: to === "en" ? null : to }, { replace: true })}
          />
          <Select
            label={t("plans.currency")}
            size="xs"
            data={currencies}
            value={currency}
            placeholder={t("plans.sheetCurrency")}
            clearable
            onChange={(to) => change({ in: to }, { replace: true })}
          />
          <TextInput
            type="datetime-local"
            size="xs"
            label={t("plans.sheetAt", { zone: zoneShown() })}
            value={at}
            onChange={(event) => change({ seen: event.currentTarget.value || null }, { replace: true })}
          />
        </div>
        <div className={styles.phone}>
          <PreviewFrame className={styles.page} title={t("plans.sheet")} address={page.address} />
        </div>
        <p className={styles.quiet}>{t("plans.consent")}</p>
        <p className={styles.consent} lang={language}>
          {words.subscription}
        </p>
        <p className={styles.consent} lang={language}>
          {words.unlock}
        </p>
        <p className={styles.quiet}>{t("plans.consentHint")}</p>
      </div>
    </Panel>
  );
}
