import { useEffect } from "react";

/** Names the document as long as the caller is on the page; nothing while the title is not known yet. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
