import { DomainError } from "#platform/http/errors";

/** Returns how an operator is named to colleagues; null when there is none. */
export type NameOf = (operatorId: string) => Promise<string | null>;

/** Returns what names operators as `nameOf` does, and asks for each of them once: a list names few people many times. */
export function namingOnce(nameOf: NameOf): NameOf {
  const named = new Map<string, Promise<string | null>>();
  return (id) => {
    const name = named.get(id) ?? nameOf(id);
    named.set(id, name);
    return name;
  };
}

/** Adds the name of the other operator to a refusal of what they changed meanwhile. */
export async function namingOther<T>(nameOf: NameOf, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== "changed_meanwhile") throw error;
    const info = error.info as { by: string | null };
    const by = info.by === null ? null : await nameOf(info.by);
    throw new DomainError(error.code, error.reason, { info: { ...info, by } });
  }
}
