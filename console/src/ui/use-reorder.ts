import { type DragEvent, type KeyboardEvent, useState } from "react";
import { t } from "../lib/messages.ts";

/** What makes a list sortable by pointer and by keys. */
export interface Reorder {
  /** What a screen reader says after a move; put it into a `role="status"`. */
  said: string;
  /** The attributes of a row. */
  rowOf(id: string): {
    "data-drop": "before" | "after" | undefined;
    onDragOver: (event: DragEvent) => void;
    onDragLeave: () => void;
    onDrop: (event: DragEvent) => void;
  };
  /** The attributes of the button that the row is moved by. */
  handleOf(id: string): {
    draggable: true;
    "aria-label": string;
    title: string;
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
  /** Where a row is, and the places that it can be moved to, each with the name of the row that is there. */
  placesOf(id: string): {
    name: string;
    at: number;
    places: { place: number; name: string }[];
    moveTo: (at: number) => void;
  };
}

/**
 * Lets rows be dragged by their handle, and moved by the arrow keys on it or to a place (`MoveHandle`).
 * @param move receives the id, and the id of the row that comes next; null is the end
 * @param firstPlace the place of the first row, where others that stay come before it
 */
export function useReorder(
  ids: readonly string[],
  nameOf: (id: string) => string,
  move: (id: string, before: string | null) => void,
  firstPlace = 1,
): Reorder {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<{ id: string; side: "before" | "after" } | null>(null);
  const [said, setSaid] = useState("");
  const moveTo = (id: string, at: number) => {
    const others = ids.filter((one) => one !== id);
    if (at < 0 || at > others.length || others[at] === ids[ids.indexOf(id) + 1]) return;
    move(id, others[at] ?? null);
    setSaid(
      t("order.moved", { name: nameOf(id), place: firstPlace + at, count: firstPlace + ids.length - 1 }),
    );
  };
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  return {
    said,
    rowOf: (id) => ({
      "data-drop": target?.id === id && dragged !== id ? target.side : undefined,
      onDragOver(event) {
        if (dragged === null) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const side = event.clientY < top + height / 2 ? "before" : "after";
        if (target?.id !== id || target.side !== side) setTarget({ id, side });
      },
      onDragLeave: () => setTarget((before) => (before?.id === id ? null : before)),
      onDrop(event) {
        event.preventDefault();
        if (dragged !== null && target && dragged !== id) {
          const others = ids.filter((one) => one !== dragged);
          moveTo(dragged, others.indexOf(id) + (target.side === "after" ? 1 : 0));
        }
        end();
      },
    }),
    handleOf: (id) => ({
      draggable: true,
      "aria-label": t("order.handle", { name: nameOf(id) }),
      title: t("order.keys"),
      onDragStart(event) {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        setDragged(id);
      },
      onDragEnd: end,
      onKeyDown(event) {
        const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
        if (step === 0) return;
        event.preventDefault();
        moveTo(id, ids.indexOf(id) + step);
      },
    }),
    placesOf: (id) => ({
      name: nameOf(id),
      at: ids.indexOf(id),
      places: ids.map((one, at) => ({ place: firstPlace + at, name: nameOf(one) })),
      moveTo: (at) => moveTo(id, at),
    }),
  };
}
