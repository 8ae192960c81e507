/** Actions of the controls on the player and the screen; null where one is unavailable. */
export interface ControlActions {
  next: (() => void) | null;
  previous: (() => void) | null;
  captions: () => void;
  settings: () => void;
  episodes: () => void;
  share: () => void;
  favorite: () => void;
  fullscreen: (() => void) | null;
  /** Opens or closes the picture-in-picture window. */
  float: (() => void) | null;
}
