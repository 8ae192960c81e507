import { useCallback, useState } from "react";
import { useHeld } from "./leaving.ts";
import { readText, writeText } from "./storage.ts";

/**
 * State of a text field that outlives a reload of the tab and a new sign-in. Passwords and codes are never kept this way. A
 * tab that is closed takes the text along, so the browser asks first while the field is on the screen. `clear` forgets the
 * text that it was made with; what was typed since, while that one was being sent, stays.
 * @param name unique among all fields of the console; one with another name has a text of its own
 */
export function useDraft(
  name: string,
  initial = "",
): [text: string, set: (text: string) => void, clear: () => void] {
  const read = () => readText(name) ?? initial;
  const [kept, keep] = useState(() => ({ name, text: read() }));
  const text = kept.name === name ? kept.text : read();
  useHeld(text !== initial);
  const set = useCallback(
    (next: string) => {
      keep({ name, text: next });
      writeText(name, next);
    },
    [name],
  );
  const clear = useCallback(() => {
    if ((readText(name) ?? initial) !== text) return;
    keep({ name, text: initial });
    writeText(name, "");
  }, [name, initial, text]);
  return [text, set, clear];
}
