import type { View } from "./paint.ts";

/** Languages of titles, synopses and captions. */
export const LANGUAGES = ["en", "es", "fr", "de", "pt"] as const;

/** One text in the five languages of the demo catalogue. */
export type Words = Record<(typeof LANGUAGES)[number], string>;

/** A spoken line: seconds from the start of the episode. */
export interface Line {
  from: number;
  to: number;
  says: Words;
}

/** One cut: which scene, for how many seconds, and how the camera moves over it. */
export interface Shot {
  scene: string;
  seconds: number;
  /** Camera at the start and at the end: x, y in units, zoom, roll in radians. */
  camera?: {
    from?: readonly [number, number, number, number?];
    to?: readonly [number, number, number, number?];
    shake?: number;
  };
  /** Passed to the scene, so that one setting serves several shots. */
  mood?: string;
  /** Share of the shot's clock already passed when it starts, in seconds. */
  skip?: number;
}

/** One episode: its shots in order, its lines, and where the hook falls. */
export interface Episode {
  title: Words;
  shots: Shot[];
  lines: Line[];
}

/** One series as data. */
export interface Series {
  folder: string;
  slug: string;
  title: Words;
  synopsis: Words;
  language: (typeof LANGUAGES)[number];
  free: number;
  completed: boolean;
  tags: Words[];
  categories: Words[];
  episodes: Episode[];
}

/** Draws one moment of a scene. */
export type Scene = (view: View, mood: string) => void;

/** What the art of a series exports to the browser side. */
export interface Art {
  series: Series;
  scenes: Record<string, Scene>;
  /** Still pictures: drawn in a 720x1080 frame and a 1280x720 frame. */
  poster: Scene;
  cover: Scene;
}

/** Length of an episode in seconds. */
export const lengthOf = (episode: Episode): number =>
  episode.shots.reduce((sum, shot) => sum + shot.seconds, 0);
