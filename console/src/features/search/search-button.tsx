import { UnstyledButton } from "@mantine/core";
import { Search } from "lucide-react";
import { useEffect } from "react";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import styles from "./search.module.css";
import { useSearchAddress } from "./use-search-address.ts";

/** Opens the search over everything; `/` and Ctrl K do the same. On a phone it is a button of its sign alone. */
export function SearchButton() {
  const { open } = useSearchAddress();
  const words = t(useMay("order.read") ? "find.placeholder" : "find.placeholderContent");
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isCtrlK = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey;
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isCtrlK && !(isSlash && !isTyping(event.target))) return;
      event.preventDefault();
      // A dialog of the page keeps what is done in it.
      if (!document.querySelector('[role="dialog"]')) open();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [open]);
  return (
    <UnstyledButton
      className={styles.button ?? ""}
      aria-label={words}
      aria-keyshortcuts="/ Control+K"
      onClick={open}
    >
      <Search size={17} aria-hidden />
      <span className={styles.words}>{words}</span>
      <kbd className={styles.key} aria-hidden>
        /
      </kbd>
    </UnstyledButton>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
