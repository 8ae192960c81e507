import type { Say } from "../said.ts";
import { openStore, type StoreSettings } from "./open-store.ts";

/** Says whether the media storage answers, for the operator; null for a folder, which is looked at as a part of DATA_DIR. */
export async function checkStore(settings: StoreSettings): Promise<{ isGood: boolean; say: Say } | null> {
  if (settings.bucket === null) return null;
  const { marker } = await openStore(settings);
  try {
    const found = await marker.read();
    const { place } = marker;
    const id = found === null ? "health.bucket.unmarked" : "health.bucket.marked";
    return { isGood: true, say: (t) => t(id, { place }) };
  } catch (error) {
    const { name, message } = error as Error;
    const values = { place: marker.place, fault: `${name}: ${message}` };
    return { isGood: false, say: (t) => t("health.bucket.refuses", values) };
  }
}
