import type { ConsoleSite, SiteKey, SiteSetting } from "@cliffhanger/contract/console/site";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Colours } from "../features/site/colours.tsx";
import { Logo } from "../features/site/logo.tsx";
import styles from "../features/site/site.module.css";
import { LanguagesSetting, TextSetting, ZoneSetting } from "../features/site/site-fields.tsx";
import { type SiteEdits, useSiteEdits } from "../features/site/use-site-edits.ts";
import { call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { Failure } from "../ui/failure.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Panel, PanelBody } from "../ui/panel.tsx";
import { Saving } from "../ui/saving.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** Name, logo, colours, seller and the other settings of the viewers' site. */
export function SiteScreen() {
  const query = useQuery({ queryKey: ["site"], queryFn: () => call("GET /api/console/site") });
  return (
    <Page
      title={t("site.title")}
      hint={t("site.hint")}
      acts={
        <Button component={Link} href="/log?action=site.set" variant="default">
          {t("history.log")}
        </Button>
      }
    >
      <Loadable query={query} skeleton={<Skeletons rows={8} />}>
        {(site) => <Content site={site} />}
      </Loadable>
    </Page>
  );
}

function Content({ site }: { site: ConsoleSite }) {
  const edits = useSiteEdits(site);
  const of = (key: SiteKey) => site.settings.filter((one) => one.key === key);
  const texts = (keys: readonly SiteKey[], long: readonly SiteKey[] = []) =>
    keys
      .flatMap(of)
      .map((setting) => (
        <TextSetting key={setting.key} setting={setting} edits={edits} isLong={long.includes(setting.key)} />
      ));
  const [logo] = of("logo");
  const [languages] = of("languages");
  const [zone] = of("timezone");
  return (
    <>
      <div className={styles.columns}>
        <Group title={t("site.group.identity")}>
          {texts(["name"])}
          {logo && <Logo setting={logo} edits={edits} />}
        </Group>
        <Group title={t("site.group.colours")}>
          <Colours settings={site.settings} edits={edits} />
        </Group>
        <Group title={t("site.group.seller")} hint={t("site.sellerHint")}>
          {texts(["sellerName", "sellerAddress", "sellerEmail"], ["sellerAddress"])}
        </Group>
        <Group title={t("site.group.service")}>
          {languages && <LanguagesSetting setting={languages} edits={edits} />}
          {zone && <ZoneSetting setting={zone} edits={edits} />}
          {texts(["securityContact"])}
        </Group>
        <Group title={t("site.group.errors")} hint={t("site.errorsHint")}>
          {texts(["errorsDsn", "errorsDsnMarketing", "errorsMarketingDomain"])}
        </Group>
      </div>
      <SaveLine edits={edits} settings={site.settings} />
    </>
  );
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Panel title={title} {...(hint === undefined ? {} : { hint })}>
      <PanelBody>
        <div className={styles.form}>{children}</div>
      </PanelBody>
    </Panel>
  );
}

function SaveLine({ edits, settings }: { edits: SiteEdits; settings: readonly SiteSetting[] }) {
  const { count, act, conflicts } = edits;
  if (count === 0) return null;
  const faults = settings.filter(({ key }) => act.fields[key] !== undefined);
  return (
    <Saving
      words={t("save.count", { count })}
      busy={act.busy}
      blocked={Object.keys(conflicts).length > 0}
      save={edits.save}
      discard={edits.discard}
    >
      <Failure text={act.failure} />
      <Failure
        text={
          faults.length > 0
            ? t("site.faults", { names: faults.map(({ key }) => t(`site.${key}`)).join(", ") })
            : null
        }
      />
    </Saving>
  );
}
