import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Player } from "./player-store.ts";

const doubleTap = 260;
const hold = 450;
const fastRate = 2;

interface Press {
  at: number;
  x: number;
  y: number;
  rate: number;
  fast: boolean;
}

/**
 * Turns the sound on where only the browser's autoplay rule had turned it off: the first tap on the picture does that and
 * no more. Returns whether that was all the tap was for; on a paused episode it is not.
 */
export function unmute(player: Player): boolean {
  const { silenced, status } = player.get();
  if (silenced) player.setMuted(false);
  return silenced && status === "playing";
}

/**
 * What the fingers do on the picture: tap, double-tap at a side (each further tap skips once more), hold. Swiping up and
 * down is the feed's own. All have buttons or keys too.
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
    },
    [],
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
      // Another tap at the same side soon after goes on from here.
      const over = setTimeout(() => (waiting.current = null), doubleTap * 2);
      waiting.current = { timer: over, side, skips };
      return;
    }
    clearTimeout(waiting.current?.timer);
    const { episodeId } = player.get();
    const timer = setTimeout(() => {
      waiting.current = null;
      // A swipe may have followed the tap: it was about the episode before.
      if (!unmuted && player.get().episodeId === episodeId) toggle();
    }, doubleTap);
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
          player.setRate(fastRate);
          setFast(true);
        }, hold);
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const pressed = release();
        // Where the page was busy, a tap's end comes after the hold was taken for one; its own time tells.
        if (!pressed || (pressed.fast && event.timeStamp - pressed.at >= hold)) return;
        const dx = event.clientX - pressed.x;
        const dy = event.clientY - pressed.y;
        if (Math.hypot(dx, dy) < 12) tap(event);
      },
      onPointerCancel: () => void release(),
      onContextMenu: (event: MouseEvent) => (press.current ? event.preventDefault() : undefined),
    },
  };
}
