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
  const put: (() => unknown)[] = [];
  for (const field of container.querySelectorAll<HTMLInputElement>("input,textarea")) {
    const { value, defaultValue, checked, defaultChecked } = field;
    // Heard first as it was sent: React takes the field over then, and knows what changes after.
    const tell = () => field.dispatchEvent(new Event("input", { bubbles: true }));
    if (checked !== defaultChecked) {
      // Of radio buttons, the one that was chosen brings the others along.
      if (checked || field.type === "checkbox") again.push(tell, () => field.click());
      put.push(() => (field.checked = defaultChecked));
    } else if (value !== defaultValue) {
      // Past the setter that React puts on the field to tell its own changes from a person's.
      again.push(tell, () => Reflect.set(Object.getPrototypeOf(field), "value", value, field), tell);
      put.push(() => (field.value = defaultValue));
    }
  }
  for (const button of window.early ?? []) again.push(() => button.click());
  window.early = undefined;
  // Not before all were looked at: one radio button that is put back changes others.
  for (const act of put) act();
  return () => {
    for (const act of again) act();
  };
}
