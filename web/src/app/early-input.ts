declare global {
  interface Window {
    /** Buttons pressed before the app was there, as `page-code.ts` notes them; gone once they are taken. */
    early?: Set<HTMLButtonElement> | undefined;
  }
}

/**
 * What a visitor did in the server's markup before the app was there: React would leave it where it stands, tell nobody,
 * and clear it away with its next drawing. Puts the fields back as the server sent them, and returns what does it all
 * again, to be called once the app listens.
 */
export function takeEarlyInput(container: HTMLElement): () => void {
  const again: (() => unknown)[] = [];
  for (const field of container.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input,textarea")) {
    const { value, defaultValue } = field;
    // Heard first as it was sent: React takes the field over then, and knows what changes after.
    const tell = () => field.dispatchEvent(new Event("input", { bubbles: true }));
    if ("checked" in field && field.checked !== field.defaultChecked) {
      again.push(tell, () => field.click());
      field.checked = field.defaultChecked;
    } else if (value !== defaultValue) {
      field.value = defaultValue;
      // Past the setter that React puts on the field to tell its own changes from a person's.
      const type = () => Reflect.set(Object.getPrototypeOf(field), "value", value, field);
      again.push(tell, type, tell);
    }
  }
  for (const button of window.early ?? []) again.push(() => button.click());
  window.early = undefined;
  return () => {
    for (const act of again) act();
  };
}
