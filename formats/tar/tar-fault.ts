/** What is read is no tar, or one that is not understood. */
export class TarFault extends Error {
  override name = 'TarFault';
  readonly code = 'tar-invalid';

  constructor(why: string) {
    super(`It is no tar that can be read: ${why}.`);
  }
}
