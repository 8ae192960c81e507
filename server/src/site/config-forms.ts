import type { ConfigEntry } from "@cliffhanger/contract";

/** The keys of the configuration. */
export type Key = ConfigEntry["config_key"];

/** The form of each recognised key's value (R42): any other value could send visitors' data to a third party's account. */
export const configForms: Record<Key, { form: RegExp; example: string }> = {
  facebook_pixel_id: { form: /^\d{5,20}$/, example: "123456789012345" },
  google_analytics: {
    form: /^(G|GT|AW|UA)-[A-Z0-9-]{4,24}$/,
    example: "G-ABCDE12345",
  },
  tiktok_pixel: {
    form: /^[A-Z0-9]{8,40}$/,
    example: "C4A1B2C3D4E5F6G7H8I9",
  },
};
