const EXACTLY = 'exactly as received, quotation marks included';
const AGAIN = `Read the METS again, see that the edit still fits it, and send its new ETag in If-Match, ${EXACTLY}.`;

/** Whether it is what a proxy that compresses makes of an ETag: its weak form, or one with the name of the compression. */
const isOfCompressed = (ifMatch: string, etag: string): boolean => {
  const [, tag] = /^(?:W\/)?("[^"]*?)(?:[-;](?:gzip|br|zstd|deflate))?"$/.exec(ifMatch) ?? [];
  return ifMatch !== etag && `${tag}"` === etag;
};

/** What to do about an `If-Match` that is not the ETag of the METS; `etag` is null where the deposit has no METS. */
export const etagAdvice = (etag: string | null, ifMatch: string | null): string => {
  if (etag === null)
    return 'The deposit has no METS, so that there is no ETag to send: delete its files with an S3 client.';
  if (ifMatch === null)
    return `Read the METS (GET …/mets) and send the ETag of that answer in the header If-Match, ${EXACTLY}.`;
  if (isOfCompressed(ifMatch, etag))
    return `A proxy on the way has compressed the METS and changed its ETag: send If-Match: ${etag}, which metsETag of the deposit gives as well, and turn off compression in that proxy.`;
  if (/^"[^"]*"$/.test(ifMatch)) return `The METS is another one since that ETag was read. ${AGAIN}`;
  if (/["*,]/.test(ifMatch)) return `If-Match takes one ETag, ${EXACTLY}: no list, no weak ETag and no *.`;
  return ifMatch === etag.replaceAll('"', '')
    ? `The quotation marks are part of an ETag: send If-Match: ${etag}`
    : `An ETag is quoted, and its quotation marks are part of it. ${AGAIN}`;
};

export const RACE_LOST_ADVICE = `Another edit of the METS was faster. ${AGAIN}`;
