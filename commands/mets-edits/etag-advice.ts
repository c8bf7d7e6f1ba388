const EXACTLY = 'exactly as received, quotation marks included';
const AGAIN = `Read the METS again, see that the edit still fits it, and send its new ETag in If-Match, ${EXACTLY}.`;

/** What to do about an `If-Match` that is not the ETag of the METS; `etag` is null where the deposit has no METS. */
export const etagAdvice = (etag: string | null, ifMatch: string | null): string => {
  if (etag === null)
    return 'The deposit has no METS, so that there is no ETag to send: delete its files with an S3 client.';
  if (ifMatch === null)
    return `Read the METS (GET …/mets) and send the ETag of that answer in the header If-Match, ${EXACTLY}.`;
  if (/^"[^"]*"$/.test(ifMatch)) return `The METS is another one since that ETag was read. ${AGAIN}`;
  if (/["*,]/.test(ifMatch)) return `If-Match takes one ETag, ${EXACTLY}: no list, no weak ETag and no *.`;
  return ifMatch === etag.replaceAll('"', '')
    ? `The quotation marks are part of an ETag: send If-Match: ${etag}`
    : `An ETag is quoted, and its quotation marks are part of it. ${AGAIN}`;
};

export const RACE_LOST_ADVICE = `Another edit of the METS was faster. ${AGAIN}`;
