import { Button, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { formText } from "../../lib/form-text.ts";
import { t } from "../../lib/messages.ts";
import type { useAddress } from "../../lib/use-address.ts";
import styles from "./people.module.css";

/** Asks whom to look for. A search begins when it is sent, not with each letter, because the log counts it. */
export function FindPeople({ address }: { address: ReturnType<typeof useAddress> }) {
  const [params, change] = address;
  const of = (name: string) => params.get(name) ?? "";
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change({
      q: formText(event.currentTarget, "q").trim(),
      last4: null,
      day: null,
      amount: null,
      after: null,
    });
  };
  const findCard = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = (name: string) => formText(event.currentTarget, name).trim();
    change({ last4: given("last4"), day: given("day"), amount: given("amount"), q: null, after: null });
  };
  const isCard = of("last4") !== "";
  return (
    <search aria-label={t("people.find")}>
      <form className={styles.find} onSubmit={find} key={`q ${of("q")}`}>
        <TextInput
          type="search"
          name="q"
          label={t("people.q")}
          defaultValue={of("q")}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          leftSection={<Search size={16} aria-hidden />}
        />
        <Button type="submit">{t("people.search")}</Button>
      </form>
      <details className={styles.card} open={isCard}>
        <summary>{t("people.byCard")}</summary>
        <form
          className={styles.fields}
          onSubmit={findCard}
          key={`card ${of("last4")}${of("day")}${of("amount")}`}
        >
          <TextInput
            name="last4"
            label={t("people.last4")}
            defaultValue={of("last4")}
            inputMode="numeric"
            pattern="\d{4}"
            maxLength={4}
            required
            autoComplete="off"
          />
          <TextInput type="date" name="day" label={t("people.day")} defaultValue={of("day")} required />
          <TextInput
            name="amount"
            label={t("people.amount")}
            defaultValue={of("amount")}
            inputMode="decimal"
            pattern="\d{1,9}([.,]\d{1,3})?"
            placeholder="19.99"
            maxLength={13}
            required
            autoComplete="off"
          />
          <Button type="submit" variant="default">
            {t("people.search")}
          </Button>
        </form>
      </details>
    </search>
  );
}
