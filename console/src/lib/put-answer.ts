import type { QueryClient, QueryKey, Updater } from "@tanstack/react-query";

/**
 * Shows what a call answered, or what it will answer, in place of what a screen has read. A reading under way may have begun
 * before the change, and would put the old state back; its answer is left out.
 */
export function putAnswer<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  data: Updater<Data | undefined, Data | undefined>,
): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, data);
}
