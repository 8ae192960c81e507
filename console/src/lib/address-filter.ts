/** What a list is filtered by: texts by the names that they have in the address. */
export type AddressFilter<Name extends string> = { [Key in Name]?: string | undefined };

/** Reads the filters of these names from the address; what is not there is left out. */
export function readAddressFilter<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): AddressFilter<Name> {
  const found = names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []));
  return Object.fromEntries(found) as AddressFilter<Name>;
}

/** Returns filters as a change of the address: those that are not set are removed. */
export function asAddress<Name extends string>(
  filter: AddressFilter<Name>,
  names: readonly Name[],
): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, filter[name] ?? null]));
}
