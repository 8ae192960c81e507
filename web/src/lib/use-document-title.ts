import { useEffect } from "react";

/** Sets the title of the document; null leaves it, for a title that is not known yet. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
}
