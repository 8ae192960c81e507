import type { Episode, Image } from "@cliffhanger/contract";
import { type ReactNode, useDeferredValue, useRef, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Picture } from "../../ui/picture.tsx";
import { FeedVideo } from "./feed-video.tsx";
import { slotFrom, slotOf, slots } from "./player-state.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { isWide } from "./shape.ts";
import { useFeed } from "./use-feed.ts";

interface FeedProps {
  player: Player;
  list: readonly Episode[];
  /** The viewer's position in the list; the list's length is the part after the last episode. */
  index: number;
  stillOf: (episode: Episode) => Image;
  sizes: string;
  /** Whether the still covers the picture, blurred: nothing can play. */
  veiled: boolean;
  /** Whether the video needs the whole bandwidth: its neighbours show placeholders meanwhile. */
  alone: boolean;
  onReach: (index: number) => void;
  /** The content after the last episode. */
  end: ReactNode;
  /** The content over the current section, which scrolls with it. */
  children: ReactNode;
}

// Sections within this distance have a picture; all others are empty, however long the series is.
const NEARBY = 2;

/**
 * Renders the episodes of a series in a column, each as high as the screen, with the browser's own scrolling. Three
 * media elements cover them: those of the previous, the current and the next episode.
 */
export function Feed(props: FeedProps) {
  const { player, list, index, stillOf, sizes, veiled, alone, onReach, end, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // The other sections render in a deferred update, which yields to urgent ones.
  const isHydrated = useDeferredValue(useHydrated());
  const [first] = useState(index);
  const painted = usePlayer(player, (state) => state.painted);
  // The end of the series is a section after the episode on the screen.
  const current = usePlayer(player, (state) => state.slot);
  const slotAt = (at: number) => slotFrom(current, at - Math.min(index, list.length - 1));
  useFeed(scroller, { count: isHydrated ? list.length + 1 : 1, index, onReach });

  const slotOrder = Array.from({ length: slots }, (_, place) => slotOf(first + place));
  return (
    <div
      ref={scroller}
      className="no-scrollbar absolute inset-0 snap-y snap-mandatory overflow-y-auto overscroll-contain"
    >
      {list.map((episode, at) => {
        if (!isHydrated && at !== index) return null;
        return (
          <div
            key={episode.id}
            data-index={at}
            className="relative h-full snap-start snap-always overflow-hidden"
          >
            {Math.abs(at - index) <= NEARBY ? (
              <Still
                image={stillOf(episode)}
                sizes={sizes}
                waits={at !== index && alone}
                priority={at === index}
                veiled={at === index ? veiled : episode.locked}
                over={painted[slotAt(at)] !== episode.id}
              />
            ) : null}
          </div>
        );
      })}
      {isHydrated ? (
        <div data-index={list.length} className="relative h-full snap-start snap-always overflow-hidden">
          {index >= list.length - 1 ? end : null}
        </div>
      ) : null}
      {slotOrder.map((slot) => {
        // Its section: the current one, or a neighbour of it.
        const nearby = [index, index + 1, index - 1].find((place) => place >= 0 && slotAt(place) === slot);
        const at = nearby ?? index + 2;
        const episode = list[at];
        if (!isHydrated && at !== index) return null;
        const still = episode ? stillOf(episode) : null;
        return (
          <FeedVideo
            key={slot}
            player={player}
            slot={slot}
            top={isHydrated ? at : null}
            active={at === index}
            shown={episode !== undefined && painted[slot] === episode.id && !(at === index && veiled)}
            ratio={still ? still.width / still.height : null}
          />
        );
      })}
      {/* Moved by a transform, not by layout: an overlay that leaves with an episode shifts nothing. */}
      <div
        className="pointer-events-none absolute inset-x-0 top-0 h-full"
        style={isHydrated ? { transform: `translateY(${index * 100}%)` } : undefined}
      >
        {children}
      </div>
    </div>
  );
}

interface StillProps {
  image: Image;
  sizes: string;
  /** Whether only its placeholder is shown for now. */
  waits: boolean;
  priority: boolean;
  veiled: boolean;
  /** Whether no frame covers it yet. */
  over: boolean;
}

function Still({ image, sizes, waits, priority, veiled, over }: StillProps) {
  const wide = isWide(image.width / image.height);
  return (
    <>
      <Picture
        image={image}
        sizes="64px"
        waits={waits}
        className={`absolute -inset-8 opacity-50 blur-art ${wide || veiled ? "" : "hidden broad:block"}`}
      />
      {/* One pixel short: browsers treat an image that fills the screen as a background, and measure later content
         as LCP. */}
      <Picture
        image={image}
        sizes={sizes}
        waits={waits}
        priority={priority}
        placeholder={!wide}
        className={`absolute inset-x-0 top-0 bottom-px ${veiled ? "scale-110 blur-art" : ""} transition-[visibility] duration-200 ${over || veiled ? "" : "invisible"}`}
        imageClassName={wide ? "object-contain" : "object-cover broad:object-contain"}
      />
    </>
  );
}
