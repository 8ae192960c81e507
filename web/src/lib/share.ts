/** How sharing ended: `given` to another app, `copied`, called off by the person, or `refused`: the text must be shown. */
export type Shared = "given" | "copied" | "cancelled" | "refused";

/** Shares an address: by the system's own sheet, else by the clipboard, else not at all (R93). */
export async function shareLink(title: string, url: string): Promise<Shared> {
  if ("share" in navigator) {
    try {
      await navigator.share({ title, url });
      return "given";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "refused";
  }
}
