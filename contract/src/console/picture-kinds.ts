// No imports here: the browser loads these values without the schema library.

/** The pictures of a series: 2:3 and 16:9. */
export const pictureKinds = ["poster", "cover"] as const;

/** A picture of a series. */
export type PictureKind = (typeof pictureKinds)[number];
