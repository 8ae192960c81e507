/** How sharing ended: `given` to another app, `copied`, called off by the person, or `refused`: the text must be shown. */
export type Shared = "given" | "copied" | "cancelled" | "refused";

/** An address to share, with the own referrer token of whoever shares it; while nobody knows that, without. */
export function linkOf(address: string, referrerToken: string | undefined): string {
  const url = new URL(address);
  if (referrerToken) url.searchParams.set("token", referrerToken);
  return url.href;
}

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
  return (await copyText(url)) ? "copied" : "refused";
}

/** Puts a text on the clipboard; false where the browser refuses that. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
