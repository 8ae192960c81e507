/** Returns the text of a field of a form that is sent. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

/** Returns a code as typed, without the spaces that help reading it. */
export function formCode(form: HTMLFormElement): string {
  return formText(form, "code").replaceAll(/\s/g, "");
}
