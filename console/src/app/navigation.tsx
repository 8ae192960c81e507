import { VisuallyHidden } from "@mantine/core";
import { Link, useRoute } from "wouter";
import { useMe } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { Initial } from "../ui/initial.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import styles from "./navigation.module.css";
import type { Screen } from "./screens.ts";

/** The navigation: at the left of a desk, at the lower edge of a phone. It names what the operator's role may open. */
export function Navigation({ screens }: { screens: readonly Screen[] }) {
  const { operator } = useMe();
  const groups = Map.groupBy(
    screens.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
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
            <Place key={screen.path} screen={screen} />
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

function Place({ screen: { path, icon: Icon, title } }: { screen: Screen }) {
  const [here] = useRoute(path === "/" ? "/" : `${path}/*?`);
  return (
    <Link href={path} className={styles.place} aria-current={here ? "page" : undefined}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{t(title)}</span>
    </Link>
  );
}
