import { type Rights, rightsOf } from "#entitlements";
import type { Library, View } from "#library";
import { once } from "#platform/once";
import type { PlaybackContext } from "#playback";

/** Who watches, where that is known. */
export interface Viewer {
  id: string;
  /** What they have to do with a series. */
  view(seriesId: string): Promise<View>;
  /** What they may watch beyond what is free, as it was when they asked. */
  rights(): Promise<Rights>;
}

/** The viewer of that id, and how to find out about them. */
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
