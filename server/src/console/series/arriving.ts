import { loadUploads } from "#media";
import type { Trx } from "#platform/db/database";
import { invalid } from "#platform/http/errors";
import { faultAt } from "#platform/said";

type Numbers = Readonly<Record<string, number>>;

/**
 * Returns what refuses to give an episode the number of a new one whose files are on their way: they would take the place of
 * its film.
 */
export function refuseArriving(seriesId: string) {
  return async (trx: Trx, { from = {}, to }: { from: Numbers | undefined; to: Numbers }): Promise<void> => {
    const moved = Object.entries(to).flatMap(([id, number]) => (from[id] === number ? [] : [number]));
    if (moved.length === 0) return;
    const { listArriving } = await loadUploads();
    const number = (await listArriving(trx, seriesId)).find((one) => moved.includes(one));
    if (number !== undefined) throw invalid([faultAt("order", (t) => t("orderFault.arriving", { number }))]);
  };
}
