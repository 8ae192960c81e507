/** What the controls ask of the player and the screen; null where there is nothing to go to. */
export interface ControlActions {
  next: (() => void) | null;
  previous: (() => void) | null;
  captions: () => void;
  settings: () => void;
  episodes: () => void;
  share: () => void;
  favorite: () => void;
  fullscreen: (() => void) | null;
  /** Opens the picture-in-picture window, or closes it. */
  float: (() => void) | null;
}
