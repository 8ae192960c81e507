import { useEffect, useEffectEvent } from "react";
import type { Player } from "./player-store.ts";
import { rates } from "./rates.ts";

/** The keyboard's actions beyond the player itself. */
export interface ShortcutActions {
  /** False while a sheet is open. */
  enabled: boolean;
  /** Whether an episode can be controlled; otherwise only navigation works. */
  playable: boolean;
  /** Pauses or plays, or answers the question at the end of an episode. */
  toggle(): void;
  next(): void;
  previous(): void;
  captions(): void;
  fullscreen(): void;
  /** Opens or closes the picture-in-picture window. */
  float(): void;
  help(): void;
  /** Called for every key that did something. */
  used(): void;
}

const sliderKeys = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

/**
 * Handles the usual keyboard shortcuts of players, also of a key that was pressed before hydration. They are off while a sheet is
 * open or text is typed.
 */
export function useShortcuts(player: Player, actions: ShortcutActions): void {
  const { enabled } = actions;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=range]), textarea, select, [role=dialog]")) return;
    if (event.key === " " && target.closest("button, a")) return;
    // The slider handles these keys itself and announces the new position.
    if (sliderKeys.has(event.key) && target.closest("input[type=range]")) return;
    const act =
      navigationFor(event.key, actions) ?? (actions.playable ? actionFor(event.key, player, actions) : null);
    if (!act) return;
    event.preventDefault();
    act();
    actions.used();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    void repeatEarlyKey();
    return () => document.removeEventListener("keydown", listener);
  }, [enabled]);
}

async function repeatEarlyKey(): Promise<void> {
  // It has run already, in browsers only.
  const { takeEarlyKey } = await import("../../loader/client/boot.ts");
  const key = takeEarlyKey();
  if (key === null) return;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true }));
}

function stepRate(rate: number, step: number): number {
  const at = rates.findIndex((one) => one >= rate);
  return rates[Math.min(rates.length - 1, Math.max(0, at + step))] ?? rate;
}

function navigationFor(key: string, actions: ShortcutActions): (() => void) | null {
  switch (key.toLowerCase()) {
    case "n":
    case "arrowdown":
      return actions.next;
    case "p":
    case "arrowup":
      return actions.previous;
    default:
      return null;
  }
}

function actionFor(key: string, player: Player, actions: ShortcutActions): (() => void) | null {
  switch (key.toLowerCase()) {
    case " ":
    case "k":
      return actions.toggle;
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
    case "i":
      return actions.float;
    case "home":
      return () => player.seek(0);
    case "end":
      return () => player.seek(player.get().duration);
    case "<":
      return () => player.setRate(stepRate(player.get().rate, -1));
    case ">":
      return () => player.setRate(stepRate(player.get().rate, 1));
    case "?":
      return actions.help;
    default:
      return /^[0-9]$/.test(key) ? () => player.seek((player.get().duration * Number(key)) / 10) : null;
  }
}
