import { findPreviewedAsset } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { EdgeSettings } from "#platform/edge-settings";
import { type GrantKey, signGrant, verifyGrant } from "./grants.ts";

/** What grants of previews need. */
export interface PreviewGrants {
  db: Db;
  clock: Clock;
  keys: readonly GrantKey[];
  edge: EdgeSettings;
}

/** Names a preview where other grants name a viewer. It has no plays, no progress and no rights. */
const VIEWER = /^preview-([0-9a-z]{26})$/;

/**
 * Returns the prefix of a film's files for whoever has a preview open: a grant of its own kind, always at the site's own
 * origin, because an edge must not keep what nobody else may see yet.
 */
export function previewGrant(
  { clock, keys, edge }: PreviewGrants,
  { previewId, episodeId, assetId }: { previewId: string; episodeId: string; assetId: string },
): string {
  const expiresAt = Math.floor(clock.now().getTime() / 1000) + edge.grantSeconds;
  return signGrant(keys, { episodeId, assetId, viewer: `preview-${previewId}`, expiresAt });
}

/** Returns whether a grant is of a preview. */
export function isPreviewGrant(grant: string): boolean {
  return VIEWER.test(grant.split(".")[3] ?? "");
}

/** Returns whether a preview's grant opens an asset now. Looked up for every file, so that an ended preview is closed at once. */
export async function isPreviewOpen(
  { db, clock, keys }: Pick<PreviewGrants, "db" | "clock" | "keys">,
  grant: string,
  assetId: string,
): Promise<boolean> {
  const now = clock.now();
  const claims = verifyGrant(keys, grant, assetId, now);
  const [, previewId] = VIEWER.exec(claims?.viewer ?? "") ?? [];
  if (!claims || previewId === undefined) return false;
  return (await findPreviewedAsset(db, previewId, claims.episodeId, now)) === assetId;
}
