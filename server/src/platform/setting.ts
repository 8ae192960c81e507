/** A setting as README and .env.example print it. */
export interface Setting {
  name: string;
  /** The text shown when it is not set. */
  fallback: string;
  meaning: string;
}
