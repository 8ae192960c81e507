import { useCallback, useState } from "react";
import { readText, writeText } from "./storage.ts";

/**
 * State of a text field that outlives a reload of the tab and a new sign-in. Passwords and codes are never kept this way.
 * @param name unique among all fields of the console
 */
export function useDraft(
  name: string,
  initial = "",
): [text: string, set: (text: string) => void, clear: () => void] {
  const [text, setText] = useState(() => readText(name) ?? initial);
  const set = useCallback(
    (next: string) => {
      setText(next);
      writeText(name, next);
    },
    [name],
  );
  const clear = useCallback(() => {
    setText(initial);
    writeText(name, "");
  }, [name, initial]);
  return [text, set, clear];
}
