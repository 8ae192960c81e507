import { useDraft } from "./use-draft.ts";

/**
 * State of a form of several fields, kept as a text field's is. Only what was changed is kept: the other fields are as the form
 * begins with them by then.
 * @param name unique among all fields of the console
 */
export function useFormDraft<T extends object>(
  name: string,
  first: T,
): [form: T, change: (fields: Partial<T>) => void, clear: () => void] {
  const [kept, keep, clear] = useDraft(name);
  const changed = fieldsOf<T>(kept);
  return [{ ...first, ...changed }, (fields) => keep(JSON.stringify({ ...changed, ...fields })), clear];
}

/**
 * The same for a form in a dialog, which its button "Cancel" forgets as what was sent: the last function forgets the fields and
 * closes the dialog. The browser's way back, a reload and a new sign-in keep them.
 */
export function useDialogDraft<T extends object>(
  name: string,
  first: T,
  close: () => void,
): [form: T, change: (fields: Partial<T>) => void, leave: () => void] {
  const [form, change, clear] = useFormDraft(name, first);
  return [
    form,
    change,
    () => {
      clear();
      close();
    },
  ];
}

function fieldsOf<T>(kept: string): Partial<T> {
  try {
    return kept === "" ? {} : (JSON.parse(kept) as Partial<T>);
  } catch {
    return {};
  }
}
