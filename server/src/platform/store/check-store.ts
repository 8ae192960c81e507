import { openStore, type StoreSettings } from "./open-store.ts";

/** Says whether the media storage answers, for the operator; null for a folder, which is looked at as a part of DATA_DIR. */
export async function checkStore(settings: StoreSettings): Promise<{ isGood: boolean; text: string } | null> {
  if (settings.bucket === null) return null;
  const { marker } = await openStore(settings);
  try {
    const found = await marker.read();
    const state = found === null ? "answers; the first start will mark it" : "answers, and is marked";
    return { isGood: true, text: `the bucket of ${marker.place} ${state}` };
  } catch (error) {
    const { name, message } = error as Error;
    return {
      isGood: false,
      text: `the bucket of ${marker.place} refuses or does not answer (${name}: ${message}); correct the S3_ settings`,
    };
  }
}
