/** Whether cookies work: the browser says so, and the one that every page writes at its start can be read back (R59). */
export function cookiesWork(): boolean {
  try {
    return navigator.cookieEnabled && /(?:^|; )lang=/.test(document.cookie);
  } catch {
    // A page in a sandboxed frame may not even ask.
    return false;
  }
}
