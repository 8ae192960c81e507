/** Returns whether cookies work: the browser says so, and the cookie that every page sets can be read back (R59). */
export function cookiesWork(): boolean {
  try {
    return navigator.cookieEnabled && /(?:^|; )lang=/.test(document.cookie);
  } catch {
    // In a sandboxed frame, even reading throws.
    return false;
  }
}
