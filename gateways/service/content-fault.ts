/** The stored bytes of a file are missing, or not as they were recorded; the message is for the caller. */
export class ContentFault extends Error {
  override name = 'ContentFault';
}
