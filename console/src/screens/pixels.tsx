import type { Pixel } from "@cliffhanger/contract/console/site";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { PixelDialog } from "../features/pixels/pixel-dialog.tsx";
import { PixelEvents } from "../features/pixels/pixel-events.tsx";
import { TestButton, TestResult } from "../features/pixels/pixel-test.tsx";
import { call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { formatFull, formatPast } from "../lib/time.ts";
import { useAddress } from "../lib/use-address.ts";
import { ActsHead } from "../ui/acts-head.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Mark } from "../ui/mark.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { RowButton } from "../ui/row-button.tsx";
import rows from "../ui/rows.module.css";
import { Skeletons } from "../ui/skeletons.tsx";

/** The pixels of advertisers and their ids. They load only with a visitor's consent. */
export function PixelsScreen() {
  const query = useQuery({ queryKey: ["pixels"], queryFn: () => call("GET /api/console/pixels") });
  return (
    <Page
      title={t("pixels.title")}
      acts={
        <Button component={Link} href="/log?action=config." variant="default">
          {t("history.log")}
        </Button>
      }
    >
      <Panel title={t("pixels.list")} hint={t("pixels.hint")}>
        <Loadable query={query} skeleton={<Skeletons rows={3} />}>
          {({ pixels }) => (
            <>
              <Rows pixels={pixels} />
              <TestResult />
              <PixelDialog pixels={pixels} />
            </>
          )}
        </Loadable>
      </Panel>
      {query.data && <PixelEvents events={query.data.events} />}
    </Page>
  );
}

function Rows({ pixels }: { pixels: readonly Pixel[] }) {
  const [, change] = useAddress();
  return (
    <table className={rows.table} aria-label={t("pixels.list")}>
      <thead>
        <tr>
          <th>{t("pixels.vendor")}</th>
          <th>{t("pixels.id")}</th>
          <th>{t("pixels.changed")}</th>
          <ActsHead />
        </tr>
      </thead>
      <tbody>
        {pixels.map(({ key, value, isValid, changedAt }) => (
          <tr key={key}>
            <td>{t(`pixels.${key}`)}</td>
            <td>
              {value === null ? <span className={rows.muted}>{t("pixels.none")}</span> : <code>{value}</code>}{" "}
              {!isValid && <Mark tone="red">{t("pixels.invalid")}</Mark>}
            </td>
            <td className={rows.muted} title={changedAt === null ? undefined : formatFull(changedAt)}>
              <span className={rows.label}>{t("pixels.changed")} </span>
              {changedAt === null ? "–" : formatPast(changedAt)}
            </td>
            <td>
              <div className={rows.acts}>
                <RowButton
                  act={t(value === null ? "pixels.set" : "change")}
                  row={t(`pixels.${key}`)}
                  onClick={() => change({ pixel: key })}
                />
                {value !== null && isValid && <TestButton name={key} />}
                {value !== null && (
                  <RowButton
                    act={t("remove")}
                    row={t(`pixels.${key}`)}
                    onClick={() => change({ pixel: key, dialog: "remove" })}
                  />
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
