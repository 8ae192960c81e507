/** A device in words a person knows again, from what its browser says of itself: "Chrome, Android". */
export async function describeDevice(userAgent: string): Promise<string> {
  if (userAgent === "") return "";
  // Loaded at the first sign-in: a process that only plays films never needs it.
  const { default: bowser } = await import("bowser");
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(", ").slice(0, 100);
}
