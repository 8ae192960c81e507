/**
 * How sharing ended: `given` to another app, `copied`, `cancelled` by the user, or `refused`, when the text must be
 * shown.
 */
export type Shared = "given" | "copied" | "cancelled" | "refused";

/** Returns the address to share, with the sharing user's referrer token once it is known. */
export function linkOf(address: string, referrerToken: string | undefined): string {
  const url = new URL(address);
  if (referrerToken) url.searchParams.set("token", referrerToken);
  return url.href;
}

/** Shares an address by the system's share sheet, else by the clipboard (R93). */
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

/** Copies a text to the clipboard; returns false where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
