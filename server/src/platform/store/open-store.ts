import type { MediaStore } from "../storage.ts";
import type { BucketSettings } from "../store-settings.ts";
import { openFileStore } from "./file-store.ts";

/** The settings that say where media is stored. */
export interface StoreSettings {
  dataDir: string;
  /** The bucket; null: the folder DATA_DIR/media. */
  bucket: BucketSettings | null;
}

/** Opens the store that the settings name. */
export async function openStore({ dataDir, bucket }: StoreSettings): Promise<MediaStore> {
  if (bucket === null) return openFileStore(dataDir);
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store(bucket, dataDir);
}
