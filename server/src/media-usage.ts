/** The output of `npm run media -- --help`. */
export const USAGE = `npm run media -- copy --from file --to s3   copy the media into the bucket
npm run media -- copy --from s3 --to file   copy it back into DATA_DIR/media
npm run media -- copy … --verify            also read the new place, and copy again what differs

The bucket is that of the S3_ settings, also while MEDIA_STORE is file. The site may run meanwhile. What is in the new place already
stays, so an interrupted copy goes on, and a second run brings what was added since. Each file is hashed on its way; a file that is
not what was published is named and not copied. The old place keeps everything. Then set MEDIA_STORE on every node and restart:
docs/scaling.md.`;
