import type { Series } from "@cliffhanger/contract";
import { useState } from "react";
import { linkOf, shareLink } from "../lib/share.ts";
import { showToast } from "../lib/toasts.ts";
import { track } from "../lib/track.ts";
import { useMessages } from "../lib/use-language.ts";
import { useUserReader } from "../lib/user.ts";

interface Sharing {
  share: () => void;
  /** The link that could neither be shared nor copied, to show instead. */
  unshared: string | null;
  close: () => void;
}

/** Shares the episode at a path of this site. */
export function useShare({ id, title }: Series, path: string): Sharing {
  const t = useMessages();
  const readUser = useUserReader();
  const [unshared, setUnshared] = useState<string | null>(null);

  async function share(): Promise<void> {
    // The link names the episode and the sharing viewer (R35), but neither click ids nor tokens of this visit.
    const url = linkOf(location.origin + path, readUser()?.referrerToken);
    const shared = await shareLink(t("share.text", { title }), url);
    if (shared === "given" || shared === "copied") track("share_video", { seriesId: id, title });
    if (shared === "copied") showToast(t("share.success"));
    if (shared === "refused") setUnshared(url);
  }

  return { share: () => void share(), unshared, close: () => setUnshared(null) };
}
