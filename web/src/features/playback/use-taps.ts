import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Player } from "./player-store.ts";

const DOUBLE_TAP_MS = 260;
const HOLD_MS = 450;
const FAST_RATE = 2;

interface Press {
  at: number;
  x: number;
  y: number;
  rate: number;
  fast: boolean;
}

/**
 * Unmutes a video that only the browser's autoplay policy muted. Returns whether the tap is thereby handled; on a
 * paused episode it is not.
 */
export function unmute(player: Player): boolean {
  const { silenced, status } = player.get();
  if (silenced) player.setMuted(false);
  return silenced && status === "playing";
}

/**
 * Handles the gestures on the picture: tap, double tap at a side (each further tap skips once more), hold. Vertical
 * swipes belong to the feed. All have buttons or keys too.
 */
export function useTaps(player: Player, toggle: () => void) {
  const [skipped, setSkipped] = useState<{ seconds: number; key: number } | null>(null);
  const [fast, setFast] = useState(false);
  const press = useRef<Press | null>(null);
  const holding = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; side: number; skips: number } | null>(null);

  useEffect(
    () => () => {
      clearTimeout(holding.current);
      clearTimeout(waiting.current?.timer);
      // The layer leaves under the finger where the episode ends in a paywall, or the series ends.
      if (press.current?.fast) player.setRate(press.current.rate);
    },
    [player],
  );

  function release(): Press | null {
    clearTimeout(holding.current);
    const pressed = press.current;
    press.current = null;
    if (pressed?.fast) {
      player.setRate(pressed.rate);
      setFast(false);
    }
    return pressed;
  }

  function tap(event: PointerEvent<HTMLElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const side = Math.floor(((event.clientX - box.left) / box.width) * 3) - 1;
    const unmuted = unmute(player);
    if (event.pointerType === "mouse" || side === 0) {
      if (!unmuted) toggle();
      return;
    }
    if (waiting.current?.side === side) {
      clearTimeout(waiting.current.timer);
      const skips = waiting.current.skips + 1;
      player.skip(side * 10);
      setSkipped({ seconds: side * 10 * skips, key: event.timeStamp });
      // Another tap at the same side soon after continues from here.
      const over = setTimeout(() => (waiting.current = null), DOUBLE_TAP_MS * 2);
      waiting.current = { timer: over, side, skips };
      return;
    }
    clearTimeout(waiting.current?.timer);
    const { episodeId } = player.get();
    const timer = setTimeout(() => {
      waiting.current = null;
      // After a swipe the tap was about the previous episode.
      if (!unmuted && player.get().episodeId === episodeId) toggle();
    }, DOUBLE_TAP_MS);
    waiting.current = { timer, side, skips: 0 };
  }

  return {
    skipped,
    fast,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (!event.isPrimary || event.button !== 0) return;
        const { clientX: x, clientY: y, timeStamp: at } = event;
        const pressed: Press = { at, x, y, rate: player.get().rate, fast: false };
        press.current = pressed;
        holding.current = setTimeout(() => {
          if (player.get().status !== "playing") return;
          pressed.fast = true;
          player.setRate(FAST_RATE);
          setFast(true);
        }, HOLD_MS);
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const pressed = release();
        // On a busy page, the end of a tap arrives after the hold timer; its own timestamp distinguishes them.
        if (!pressed || (pressed.fast && event.timeStamp - pressed.at >= HOLD_MS)) return;
        const dx = event.clientX - pressed.x;
        const dy = event.clientY - pressed.y;
        if (Math.hypot(dx, dy) < 12) tap(event);
      },
      onPointerCancel: () => void release(),
      // A mouse can be released beside the picture.
      onPointerLeave: () => void release(),
      onContextMenu: (event: MouseEvent) => (press.current ? event.preventDefault() : undefined),
    },
  };
}
