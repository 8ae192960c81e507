import { languages } from "@cliffhanger/contract/languages";
import { Link, useParams } from "wouter";
import { PageEditor } from "../features/pages/page-editor.tsx";
import styles from "../features/pages/pages.module.css";
import { type PageKey, usePageQuery } from "../features/pages/use-page-edits.ts";
import { isMessage, t } from "../lib/messages.ts";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** One information page: its text in a language, and what visitors would see. Page and language are in the address. */
export function PageOneScreen() {
  const { name, language } = useParams<PageKey>();
  const query = usePageQuery({ name, language });
  const id = `pages.name.${name}`;
  return (
    <Page title={isMessage(id) ? t(id) : name} hint={t("pages.oneHint")}>
      <nav className={styles.languages} aria-label={t("pages.languages")}>
        <Link href="/pages">{t("pages.back")}</Link>
        {languages.map((code) => (
          <Link
            key={code}
            href={`/pages/${name}/${code}`}
            aria-current={code === language ? "page" : undefined}
          >
            {t(`language.${code}`)}
          </Link>
        ))}
      </nav>
      <Loadable
        query={query}
        skeleton={
          <Panel title={t("pages.text")}>
            <Skeletons rows={12} />
          </Panel>
        }
      >
        {(page) => <PageEditor key={`${name} ${language}`} page={page} />}
      </Loadable>
    </Page>
  );
}
