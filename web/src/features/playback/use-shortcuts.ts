import { useEffect, useEffectEvent } from "react";
import type { Player } from "./player-store.ts";

/** What the keyboard can ask for beyond the player itself. */
export interface ShortcutActions {
  next(): void;
  previous(): void;
  captions(): void;
  fullscreen(): void;
  help(): void;
  /** Called for every key that did something. */
  used(): void;
}

/** The player's keys, as viewers know them from elsewhere. They rest while a sheet is open or words are typed. */
export function useShortcuts(player: Player, enabled: boolean, actions: ShortcutActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=range]), textarea, select, [role=dialog]")) return;
    if (event.key === " " && target.closest("button, a")) return;
    const act = actionFor(event.key, player, actions);
    if (!act) return;
    event.preventDefault();
    act();
    actions.used();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, [enabled]);
}

function actionFor(key: string, player: Player, actions: ShortcutActions): (() => void) | null {
  switch (key.toLowerCase()) {
    case " ":
    case "k":
      return player.toggle;
    case "arrowleft":
      return () => player.skip(-5);
    case "arrowright":
      return () => player.skip(5);
    case "j":
      return () => player.skip(-10);
    case "l":
      return () => player.skip(10);
    case "m":
      return () => player.setMuted(!player.get().muted);
    case "c":
      return actions.captions;
    case "f":
      return actions.fullscreen;
    case "n":
    case "arrowdown":
      return actions.next;
    case "p":
    case "arrowup":
      return actions.previous;
    case "?":
      return actions.help;
    default:
      return null;
  }
}
