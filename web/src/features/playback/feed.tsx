import type { Episode, Image } from "@cliffhanger/contract";
import { type ReactNode, useDeferredValue, useRef, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Picture } from "../../ui/picture.tsx";
import { Reel } from "./feed-list.tsx";
import { slotOf, slots } from "./player-state.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { isWide } from "./shape.ts";
import { useFeed } from "./use-feed.ts";

interface FeedProps {
  player: Player;
  list: readonly Episode[];
  /** Where in the list the viewer is; its length is the part after the last episode. */
  index: number;
  stillOf: (episode: Episode) => Image;
  sizes: string;
  /** The picture stays, blurred: there is nothing to play. */
  veiled: boolean;
  /** The line is the film's alone yet: its neighbours stand as their placeholders meanwhile. */
  alone: boolean;
  onReach: (index: number) => void;
  /** What comes after the last episode. */
  end: ReactNode;
  /** What lies over the section that is looked at, and moves along with it. */
  children: ReactNode;
}

// Sections nearer than this have their picture; those beyond are empty, however long the series is.
const reach = 2;

/**
 * The episodes of a series one under the other, each as high as the screen, scrolled by the browser itself. Three media
 * elements lie over them: the one before, the one that is looked at and the one after it.
 */
export function Feed(props: FeedProps) {
  const { player, list, index, stillOf, sizes, veiled, alone, onReach, end, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // All other sections come in a drawing of their own, which makes way for whatever is more urgent.
  const taken = useDeferredValue(useHydrated());
  const [first] = useState(index);
  const painted = usePlayer(player, (state) => state.painted);
  useFeed(scroller, { count: taken ? list.length + 1 : 1, index, onReach });

  const order = Array.from({ length: slots }, (_, place) => slotOf(first + place));
  return (
    <div
      ref={scroller}
      className="no-scrollbar absolute inset-0 snap-y snap-mandatory overflow-y-auto overscroll-contain"
    >
      {list.map((episode, at) => {
        if (!taken && at !== index) return null;
        return (
          <div
            key={episode.id}
            data-index={at}
            className="relative h-full snap-start snap-always overflow-hidden"
          >
            {Math.abs(at - index) <= reach ? (
              <Still
                image={stillOf(episode)}
                sizes={sizes}
                waits={at !== index && alone}
                priority={at === index}
                veiled={at === index ? veiled : episode.locked}
                over={painted[slotOf(at)] !== episode.id}
              />
            ) : null}
          </div>
        );
      })}
      {taken ? (
        <div data-index={list.length} className="relative h-full snap-start snap-always overflow-hidden">
          {index >= list.length - 1 ? end : null}
        </div>
      ) : null}
      {order.map((slot) => {
        const at = placeOf(slot, index);
        const episode = list[at];
        if (!taken && at !== index) return null;
        const still = episode ? stillOf(episode) : null;
        return (
          <Reel
            key={slot}
            player={player}
            slot={slot}
            top={taken ? at : null}
            active={at === index}
            shown={episode !== undefined && painted[slot] === episode.id && !(at === index && veiled)}
            ratio={still ? still.width / still.height : null}
          />
        );
      })}
      {/* Moved, not laid out anew: what leaves with an episode that is over pushes nothing about. */}
      <div
        className="pointer-events-none absolute inset-x-0 top-0 h-full"
        style={taken ? { transform: `translateY(${index * 100}%)` } : undefined}
      >
        {children}
      </div>
    </div>
  );
}

// The place in the list of a media element: the one that is looked at, or a neighbour of it.
function placeOf(slot: number, index: number): number {
  return [index, index + 1, index - 1].find((at) => at >= 0 && slotOf(at) === slot) ?? index + 2;
}

interface StillProps {
  image: Image;
  sizes: string;
  /** Its placeholder stands for it yet. */
  waits: boolean;
  priority: boolean;
  veiled: boolean;
  /** No frame lies over it yet. */
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
      {/* A pixel short: browsers take a picture that fills the screen for a background, and measure what comes later. */}
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
