import type { SeriesPriceRow, SeriesPrices } from "@cliffhanger/contract/console/series-prices";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { Empty } from "../../ui/empty.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Panel, PanelFoot } from "../../ui/panel.tsx";
import { PriceDialog, type PriceSet } from "../../ui/price-dialog.tsx";
import rows from "../../ui/rows.module.css";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./series-page.module.css";

type Typed = Readonly<Record<string, string>>;

/** The own price of a series in each currency, or the general one. Changes show beforehand what they will do. */
export function Prices({ seriesId }: { seriesId: string }) {
  const query = useQuery({
    queryKey: ["series", "price", seriesId],
    queryFn: () => call("GET /api/console/series/price", { id: seriesId }),
  });
  return (
    <Panel title={t("price.title")} hint={t("price.hint")}>
      <Loadable query={query} skeleton={<Skeletons rows={3} />}>
        {(prices) =>
          prices.rows.length === 0 ? (
            <Empty text={t("price.none")} />
          ) : (
            <PriceTable seriesId={seriesId} prices={prices} />
          )
        }
      </Loadable>
    </Panel>
  );
}

function PriceTable({ seriesId, prices }: { seriesId: string; prices: SeriesPrices }) {
  const mayPrice = useMay("price.series");
  const [params, change] = useAddress();
  const [stored, store, clear] = useDraft(`price:${seriesId}`);
  const typed = readTyped(stored);
  const set = prices.rows.flatMap((row): PriceSet => {
    const text = typed[row.currency]?.trim();
    if (text === undefined || text === amountOf(row)) return [];
    return [{ currency: row.currency, amount: text === "" ? null : text }];
  });
  const close = () => change({ dialog: null }, { replace: true });
  return (
    <>
      <table className={rows.table} aria-label={t("price.title")}>
        <thead>
          <tr>
            <th>{t("price.currency")}</th>
            <th>{t("price.general")}</th>
            <th>{t("price.own")}</th>
            <th>{t("price.shown")}</th>
          </tr>
        </thead>
        <tbody>
          {prices.rows.map((row) => (
            <tr key={row.currency}>
              <td>{row.currency}</td>
              <td className={row.own ? rows.muted : undefined}>
                <span className={rows.label}>{t("price.general")}</span>
                {row.general?.display ?? "–"}
              </td>
              <td>
                <span className={rows.label}>{t("price.own")}</span>
                {mayPrice ? (
                  <TextInput
                    aria-label={t("price.ownIn", { currency: row.currency })}
                    placeholder={t("price.asGeneral")}
                    inputMode="decimal"
                    value={typed[row.currency] ?? amountOf(row)}
                    maxLength={20}
                    size="xs"
                    w="9rem"
                    onChange={(event) =>
                      store(JSON.stringify({ ...typed, [row.currency]: event.currentTarget.value }))
                    }
                  />
                ) : (
                  (row.own?.display ?? t("price.asGeneral"))
                )}
              </td>
              <td>
                <span className={rows.label}>{t("price.shown")}</span>
                {shownOf(row, prices.episodes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayPrice && (
        <PanelFoot>
          <span className={styles.quiet}>{t("price.money")}</span>
          <span>
            {set.length > 0 && (
              <Button variant="subtle" color="gray" size="compact-md" onClick={clear}>
                {t("save.discard")}
              </Button>
            )}{" "}
            <Button size="compact-md" disabled={set.length === 0} onClick={() => change({ dialog: "price" })}>
              {t("price.change", { count: set.length })}
            </Button>
          </span>
        </PanelFoot>
      )}
      <PriceDialog
        opened={params.get("dialog") === "price" && set.length > 0}
        which={{ ids: [seriesId] }}
        set={set}
        close={close}
        done={clear}
      />
    </>
  );
}

/** Returns an own price as it is typed. */
function amountOf({ own }: SeriesPriceRow): string {
  return own === null ? "" : (own.amount / 10 ** own.exponent).toFixed(own.exponent);
}

function shownOf({ own, general, perEpisode }: SeriesPriceRow, episodes: number): string {
  const price = own ?? general;
  if (!price || price.amount === 0) return t("price.notSold");
  return perEpisode === null
    ? price.display
    : t("price.perEpisode", { price: price.display, part: perEpisode.display, count: episodes });
}

function readTyped(stored: string): Typed {
  try {
    return JSON.parse(stored || "{}") as Typed;
  } catch {
    return {};
  }
}
