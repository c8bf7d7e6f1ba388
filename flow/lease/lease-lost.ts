/** The reason of an abort that tells a worker to leave everything as it is: another process may be at the same work. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
  readonly code = 'lease-lost';
}
