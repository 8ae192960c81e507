// No imports here: the browser loads these values without the schema library.

/** The events that pixels receive, in the order of a visit; all others go to our own records only. */
export const pixelEvents = [
  "PageView",
  "ViewContent",
  "search",
  "video_start",
  "video_progress",
  "AddToWishlist",
  "share_video",
  "CompleteRegistration",
  "user_login",
  "InitiateCheckout",
  "AddPaymentInfo",
  "Purchase",
  "Subscribe",
  "unlock_episode",
] as const;
