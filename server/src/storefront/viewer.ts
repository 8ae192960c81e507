import { type Rights, rightsOf } from "#entitlements";
import type { Library, View } from "#library";
import { once } from "#platform/once";
import type { PlaybackContext } from "#playback";

/** A known viewer. */
export interface Viewer {
  id: string;
  /** Returns their list entry and progress for a series. */
  view(seriesId: string): Promise<View>;
  /** Returns their rights beyond free episodes, as of the request. */
  rights(): Promise<Rights>;
}

/** Returns the viewer with this id. */
export function viewerOf(
  { library, db, clock }: Pick<PlaybackContext, "db" | "clock"> & { library: Library },
  id: string,
): Viewer {
  return {
    id,
    view: (seriesId) => library.view(id, seriesId),
    rights: once(() => rightsOf(db, id, clock.now())),
  };
}
