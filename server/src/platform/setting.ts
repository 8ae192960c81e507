/** A setting as README and .env.example print it. */
export interface Setting {
  name: string;
  /** Shown where it is not set. */
  fallback: string;
  meaning: string;
}
