/** The parts of the package that our tests use; the package has no types. */
declare module "m3u8-parser" {
  interface Segment {
    uri: string;
    duration: number;
    map?: { uri: string };
  }
  interface Manifest {
    independentSegments?: boolean;
    playlistType?: string;
    endList?: boolean;
    targetDuration?: number;
    segments?: Segment[];
    playlists?: { uri: string; attributes: Record<string, unknown> }[];
  }
  class Parser {
    manifest: Manifest;
    push(text: string): void;
    end(): void;
  }
}
