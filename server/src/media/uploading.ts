// The part of the domain that `loadUploads` loads on demand.
export { readCaptions, removeCaptions, shiftCaptions, undoRemovedCaptions } from "./caption-edits/edit.ts";
export { findMediaTools } from "./confine.ts";
export { cancelEncode, encodeFirst } from "./films/change-encode.ts";
export { encodeAgain } from "./films/encode-again.ts";
export { describeOpenFilms, encodeAllAgain } from "./films/open-films.ts";
export { describeFilm, readFilmPart } from "./films/play.ts";
export { findFilesByWords } from "./finding-files/repository.ts";
export { readFrame, setPicture } from "./pictures/set-picture.ts";
export { beginUpload, cancelUploads, listUploads, previewUpload } from "./uploads/begin.ts";
export { finishReceived } from "./uploads/queue.ts";
export { replaceFilm } from "./uploads/replace.ts";
export { endUploadsOf, findUpload, listArriving } from "./uploads/repository.ts";
export { answerArrived, openReceiver, type Receiver } from "./uploads/tus.ts";
