/** The output of `npm run bundle -- --help`. */
export const USAGE = `npm run bundle -- export FOLDER    export all visible series and their files
npm run bundle -- import FOLDER    import one or several bundles; needs no ffmpeg`;
