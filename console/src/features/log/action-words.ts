import { auditActions } from "@cliffhanger/contract/console/audit-actions";
import { isMessage, t } from "../../lib/messages.ts";

/** Returns an action of the log in words; its own name where there are none. */
export function actionWords(action: string): string {
  const id = `action.${action}`;
  return isMessage(id) ? t(id) : action;
}

/** Returns all actions for choosing, in groups by what they are about. */
export function actionGroups(): { group: string; items: { value: string; label: string }[] }[] {
  const groups = Map.groupBy(Object.keys(auditActions), (action) => action.split(".", 1)[0] ?? action);
  return [...groups].map(([name, actions]) => {
    const id = `subject.${name}`;
    const about = isMessage(id) ? t(id) : name;
    const items = actions.map((action) => ({ value: action, label: actionWords(action) }));
    // A beginning that ends with a full stop is all that begin so.
    const all = actions.length > 1 ? [{ value: `${name}.`, label: t("filter.allOf", { group: about }) }] : [];
    return { group: about, items: [...all, ...items] };
  });
}
