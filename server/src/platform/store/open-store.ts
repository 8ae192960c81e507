import type { MediaStore } from "../storage.ts";
import { openFileStore } from "./file-store.ts";

/** The settings that say where media is stored. */
export interface StoreSettings {
  dataDir: string;
}

/** Opens the store that the settings name. */
export async function openStore({ dataDir }: StoreSettings): Promise<MediaStore> {
  return openFileStore(dataDir);
}
