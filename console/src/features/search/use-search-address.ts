import { useCallback } from "react";
import { useAddress } from "../../lib/use-address.ts";

/** The search in the address: whether it is open, and for which words. */
export function useSearchAddress() {
  const [params, change] = useAddress();
  const open = useCallback(() => change({ find: "1" }), [change]);
  const close = useCallback(() => change({ find: null, words: null }, { replace: true }), [change]);
  const setWords = useCallback((words: string) => change({ words }, { replace: true }), [change]);
  return { isOpen: params.get("find") === "1", words: params.get("words") ?? "", open, close, setWords };
}
