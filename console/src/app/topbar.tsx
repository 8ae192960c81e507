import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { Check, ExternalLink, Keyboard, LogOut, Monitor, Moon, Sun, SunMoon } from "lucide-react";
import { SearchButton } from "../features/search/search-button.tsx";
import { ownNames } from "../lib/language.ts";
import { useChooseLanguage, useMe } from "../lib/me.ts";
import { language, t } from "../lib/messages.ts";
import { sentenceOf } from "../lib/sentence.ts";
import { formatNow, zoneShown } from "../lib/time.ts";
import { showToast } from "../lib/toasts.ts";
import { useAddress } from "../lib/use-address.ts";
import { useNow } from "../lib/use-now.ts";
import { Mark } from "../ui/mark.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import { useSignOut } from "./sign-out.tsx";
import styles from "./topbar.module.css";

const CLOCK_MS = 15_000;

const schemes = [
  { value: "auto", label: "scheme.auto", icon: Monitor },
  { value: "light", label: "scheme.light", icon: Sun },
  { value: "dark", label: "scheme.dark", icon: Moon },
] as const;

/** The bar above every screen: the site, the time in its zone, and what belongs to no screen. */
export function Topbar() {
  const { site } = useMe();
  const now = useNow(CLOCK_MS);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [, change] = useAddress();
  const choose = useChooseLanguage();
  const tell = (error: unknown) => showToast(sentenceOf(error));
  const [leave, asksFirst] = useSignOut();
  return (
    <header className={styles.bar}>
      <span className={styles.phone}>
        <Wordmark />
      </span>
      <a className={styles.site} href={site.origin} target="_blank" rel="noreferrer">
        {site.name}
        <ExternalLink size={14} aria-hidden />
      </a>
      <SearchButton />
      <span className={styles.end}>
        <Mark tone={site.demo ? "amber" : "green"}>{t(site.demo ? "site.demo" : "site.live")}</Mark>
        <time className={styles.now}>{`${formatNow(now)} · ${zoneShown()}`}</time>
        <Menu position="bottom-end" width={220} withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t("menu.label")}
              className={styles.menu}
            >
              <SunMoon size={19} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t("scheme.label")}</Menu.Label>
            {schemes.map(({ value, label, icon: Icon }) => (
              <Menu.Item
                key={value}
                leftSection={<Icon size={16} aria-hidden />}
                rightSection={colorScheme === value ? <Check size={16} aria-label={t("chosen")} /> : null}
                onClick={() => setColorScheme(value)}
              >
                {t(label)}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Label>{t("language.label")}</Menu.Label>
            {ownNames.map(({ value, label }) => (
              <Menu.Item
                key={value}
                lang={value}
                rightSection={language() === value ? <Check size={16} aria-label={t("chosen")} /> : null}
                onClick={() => choose(value).catch(tell)}
              >
                {label}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={() => change({ keys: "1" })}>
              {t("keys.title")}
            </Menu.Item>
            <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={leave}>
              {t("signOut")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </span>
      {asksFirst}
    </header>
  );
}
