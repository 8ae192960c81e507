/** Returns a recognisable description of a device, from its user agent: "Chrome, Android". */
export async function describeDevice(userAgent: string): Promise<string> {
  if (userAgent === "") return "";
  // Loaded at the first sign-in: a process that only serves playback never needs it.
  const { default: bowser } = await import("bowser");
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(", ").slice(0, 100);
}
