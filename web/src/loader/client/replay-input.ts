/**
 * Takes what a visitor entered before the app ran: hydration ignores this input and the next render discards it. Resets the
 * fields to what the server sent, and returns a function that repeats the input once the app listens.
 * @param pressed the buttons that were pressed
 */
export function replayEarlyInput(container: HTMLElement, pressed: readonly HTMLButtonElement[]): () => void {
  const again: (() => unknown)[] = [];
  const put: (() => unknown)[] = [];
  for (const field of container.querySelectorAll<HTMLInputElement>("input,textarea")) {
    const { value, defaultValue, checked, defaultChecked } = field;
    // First with the value that was sent: React then hydrates the field, and sees what changes after.
    const notify = () => field.dispatchEvent(new Event("input", { bubbles: true }));
    if (checked !== defaultChecked) {
      // Of radio buttons, the one that was chosen brings the others along.
      if (checked || field.type === "checkbox") again.push(notify, () => field.click());
      put.push(() => (field.checked = defaultChecked));
    } else if (value !== defaultValue) {
      // Past the setter by which React distinguishes its own changes from the visitor's.
      again.push(notify, () => Reflect.set(Object.getPrototypeOf(field), "value", value, field), notify);
      put.push(() => (field.value = defaultValue));
    }
  }
  for (const button of pressed) again.push(() => button.click());
  // After all were read: resetting one radio button changes others.
  for (const act of put) act();
  return () => {
    for (const act of again) act();
  };
}
