import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { CustomFontSource } from "@stripe/stripe-js";

/**
 * Returns the product's font for the gateway's iframes, which may not fetch it from us: it is sent inline when the
 * fields are created. Without it they use the system's font.
 */
export async function fieldFonts(): Promise<CustomFontSource[]> {
  try {
    const response = await fetch(figtree);
    if (!response.ok) return [];
    const bytes = new Uint8Array(await response.arrayBuffer());
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const src = `url(data:font/woff2;base64,${btoa(binary)})`;
    return [{ family: "Figtree Variable", src, weight: "300 900", display: "swap" }];
  } catch {
    return [];
  }
}
