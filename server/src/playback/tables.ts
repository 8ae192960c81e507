/** The tables of playback. */
export type PlaybackTables = {
  grant_key: { id: string; secret: string; created_at: Date };
};
