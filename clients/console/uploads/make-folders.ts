import type { PresignedPut } from './ports.js';
import { sendBytes, type Sending } from './sending.js';

/** Makes empty folders; how many were made. */
export const makeFolders = async (
  sending: Pick<Sending, 'ports' | 'course' | 'requests'>,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<number> => {
  const { course, ports } = sending;
  const sign = (until: AbortSignal) => ports.platform.credentials([], folders, until);
  let made = 0;
  for (const [path, signed] of await course.persist(signal, sign)) {
    const renew = async (): Promise<PresignedPut> => (await course.persist(signal, sign)).get(path) ?? signed;
    await sendBytes(sending, { bytes: new Blob([]), signed, renew, onSent: () => undefined }, signal);
    made++;
  }
  return made;
};
