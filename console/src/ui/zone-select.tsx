import { Select } from "@mantine/core";
import { t } from "../lib/messages.ts";

const zones = Intl.supportedValuesOf("timeZone");

/** The choice of a time zone by its IANA name. */
export function ZoneSelect({
  label,
  description,
  value,
  error,
  change,
}: {
  label: string;
  description?: string;
  value: string;
  error: string | undefined;
  change: (to: string) => void;
}) {
  return (
    <Select
      label={label}
      description={description}
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      searchable
      limit={50}
      allowDeselect={false}
      error={error}
      nothingFoundMessage={t("filter.nothing")}
      onChange={(to) => to !== null && change(to)}
    />
  );
}
