import { orderGateways, orderMethods } from "@cliffhanger/contract/console/order-kinds";
import { orderStates } from "@cliffhanger/contract/order-states";
import { Button, Select } from "@mantine/core";
import { ListFilter, Search } from "lucide-react";
import { useState } from "react";
import { t } from "../../lib/messages.ts";
import { TypedField } from "../../ui/typed-field.tsx";
import type { OrderFilter } from "./order-filter.ts";
import styles from "./orders.module.css";

const states = () => orderStates.map((value) => ({ value, label: t(`find.order.${value}`) }));
const methods = () => orderMethods.map((value) => ({ value, label: t(`orders.method.${value}`) }));
const gateways = () => orderGateways.map((value) => ({ value, label: t(`orders.gateway.${value}`) }));

/** The filters of the list of orders. */
export function OrderFilters({
  filter,
  fields,
  change,
}: {
  filter: OrderFilter;
  /** What is wrong with single filters. */
  fields: Readonly<Record<string, string>>;
  change: (next: OrderFilter) => void;
}) {
  const { text: _text, state: _state, ...others } = filter;
  const [more, setMore] = useState(Object.keys(others).length > 0);
  const typed = (name: keyof OrderFilter) => ({
    value: filter[name] ?? "",
    change: (to: string | undefined) => change({ ...filter, [name]: to }),
    error: fields[name],
    size: "xs",
  });
  const chosen = (name: keyof OrderFilter) => ({
    value: filter[name] ?? null,
    onChange: (to: string | null) => change({ ...filter, [name]: to ?? undefined }),
    size: "xs",
    clearable: true,
  });
  return (
    <search className={styles.filters} aria-label={t("filter.label")} data-more={more}>
      <TypedField
        {...typed("text")}
        type="search"
        aria-label={t("orders.text")}
        placeholder={t("orders.text")}
        leftSection={<Search size={15} aria-hidden />}
        maxLength={200}
        className={styles.text ?? ""}
      />
      <Select
        {...chosen("state")}
        aria-label={t("orders.state")}
        placeholder={t("orders.state")}
        data={states()}
        w="9rem"
      />
      <Button
        className={styles.more ?? ""}
        variant="default"
        size="xs"
        leftSection={<ListFilter size={15} aria-hidden />}
        aria-expanded={more}
        onClick={() => setMore(!more)}
      >
        {t("orders.more")}
      </Button>
      <Select
        {...chosen("method")}
        aria-label={t("orders.method")}
        placeholder={t("orders.method")}
        data={methods()}
        w="9.5rem"
      />
      <Select
        {...chosen("gateway")}
        aria-label={t("orders.gateway")}
        placeholder={t("orders.gateway")}
        data={gateways()}
        w="9.5rem"
      />
      <TypedField
        {...typed("currency")}
        aria-label={t("orders.currency")}
        placeholder={t("orders.currency")}
        maxLength={3}
        w="6.5rem"
      />
      <TypedField
        {...typed("from")}
        aria-label={t("orders.from")}
        placeholder={t("orders.from")}
        inputMode="decimal"
        maxLength={20}
        w="7.5rem"
      />
      <TypedField
        {...typed("to")}
        aria-label={t("orders.to")}
        placeholder={t("orders.to")}
        inputMode="decimal"
        maxLength={20}
        w="7.5rem"
      />
      <TypedField
        {...typed("decline")}
        aria-label={t("orders.decline")}
        placeholder={t("orders.decline")}
        maxLength={60}
        w="9rem"
      />
      <TypedField
        {...typed("campaign")}
        aria-label={t("orders.campaign")}
        placeholder={t("orders.campaign")}
        maxLength={200}
        w="9rem"
      />
      {Object.keys(filter).length > 0 && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => change({})}>
          {t("filter.clear")}
        </Button>
      )}
    </search>
  );
}
