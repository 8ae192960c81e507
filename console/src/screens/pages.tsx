import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import styles from "../features/pages/pages.module.css";
import { call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { formatFull, formatPast } from "../lib/time.ts";
import { Loadable } from "../ui/loadable.tsx";
import { Mark } from "../ui/mark.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import rows from "../ui/rows.module.css";
import { Skeletons } from "../ui/skeletons.tsx";

const tones = { usual: "plain", own: "green", file: "amber" } as const;

/** The legal texts and the other information pages, each with its languages and where its text comes from. */
export function PagesScreen() {
  const query = useQuery({ queryKey: ["pages", "all"], queryFn: () => call("GET /api/console/pages") });
  return (
    <Page
      title={t("pages.heading")}
      hint={t("pages.hint")}
      acts={
        <Button component={Link} href="/log?action=page." variant="default">
          {t("history.log")}
        </Button>
      }
    >
      <Panel title={t("pages.all")}>
        <Loadable query={query} skeleton={<Skeletons rows={6} />}>
          {({ pages }) => (
            <table className={rows.table} aria-label={t("pages.heading")}>
              <thead>
                <tr>
                  <th scope="col">{t("pages.page")}</th>
                  <th scope="col">{t("pages.languages")}</th>
                  <th scope="col">{t("pages.changed")}</th>
                </tr>
              </thead>
              <tbody>
                {[...Map.groupBy(pages, ({ name }) => name)].map(([name, some]) => {
                  const changed = some
                    .flatMap(({ changedAt }) => changedAt ?? [])
                    .toSorted()
                    .at(-1);
                  return (
                    <tr key={name}>
                      <td>{t(`pages.name.${name}`)}</td>
                      <td className={rows.wide}>
                        <span className={styles.languages}>
                          {some.map(({ language, source }) => (
                            <Link key={language} href={`/pages/${name}/${language}`}>
                              {t(`language.${language}`)}
                              {source !== "usual" && (
                                <Mark tone={tones[source]}>{t(`pages.source.${source}`)}</Mark>
                              )}
                            </Link>
                          ))}
                        </span>
                      </td>
                      <td className={rows.muted} title={changed && formatFull(changed)}>
                        {changed === undefined ? t("pages.never") : formatPast(changed)}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
        </Loadable>
      </Panel>
    </Page>
  );
}
