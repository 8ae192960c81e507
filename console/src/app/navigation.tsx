import { VisuallyHidden } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useRoute } from "wouter";
import { useMay, useMe } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { useToday } from "../lib/use-today.ts";
import { Initial } from "../ui/initial.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import styles from "./navigation.module.css";
import type { Screen } from "./screens.ts";

/** The first screen comes first. */
const FIRST_MS = 3_000;
const REFRESH_MS = 60_000;
/** The places whose needs are counted, by where a need leads. */
const counted = ["/review", "/tickets"];

/** The navigation: at the left of a desk, at the lower edge of a phone. It names what the operator's role may open. */
export function Navigation({ screens }: { screens: readonly Screen[] }) {
  const { operator } = useMe();
  const groups = Map.groupBy(
    screens.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  const needs = useNeedCounts();
  const own = screens.filter(({ group, isInner }) => group === null && !isInner);
  return (
    <nav className={styles.nav} aria-label={t("nav.label")}>
      <Link href="/" className={styles.home}>
        <Wordmark />
      </Link>
      {[...groups].map(([group, members]) => (
        <div key={group} className={styles.group}>
          {group !== "first" && <p className={styles.heading}>{group && t(group)}</p>}
          {members.map((screen) => (
            <Place key={screen.path} screen={screen} needs={needs.get(screen.path) ?? 0} />
          ))}
        </div>
      ))}
      <div className={styles.own}>
        {own.map((screen) => (
          <Link key={screen.path} href={screen.path} className={styles.person}>
            <VisuallyHidden>{t(screen.title)}</VisuallyHidden>
            <Initial text={operator.email} />
            <span className={styles.short}>{t("account.short")}</span>
            <span className={styles.words}>
              <span className={styles.email}>{operator.email}</span>
              <span className={styles.role}>{t(`role.${operator.role}`)}</span>
            </span>
          </Link>
        ))}
      </div>
    </nav>
  );
}

/** Returns how much needs this operator, by place. */
function useNeedCounts(): ReadonlyMap<string, number> {
  const [isFirstShown, setFirstShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFirstShown(true), FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  const mayRead = useMay("today");
  const today = useToday({ everyMs: REFRESH_MS, isAsked: false, enabled: isFirstShown && mayRead });
  const needs = today.data?.needs ?? [];
  return new Map(
    counted.map((place) => [place, needs.filter(({ href }) => href.startsWith(`${place}/`)).length]),
  );
}

function Place({ screen: { path, icon: Icon, title }, needs }: { screen: Screen; needs: number }) {
  const [here] = useRoute(path === "/" ? "/" : `${path}/*?`);
  const link = useRef<HTMLAnchorElement>(null);
  const hint = useId();
  useEffect(() => {
    // On a phone the places are a row that scrolls.
    if (here) link.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [here]);
  return (
    <>
      <Link
        ref={link}
        href={path}
        className={styles.place}
        aria-current={here ? "page" : undefined}
        aria-describedby={needs > 0 ? hint : undefined}
        data-needs={needs > 0 ? needs : undefined}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        <span>{t(title)}</span>
      </Link>
      {needs > 0 && (
        <span id={hint} hidden>
          {t("nav.needs", { count: needs })}
        </span>
      )}
    </>
  );
}
