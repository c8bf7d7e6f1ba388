import { ifThere, type ByteStore, type ObjectAddress } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import type { Deposit } from '../deposit/state.js';

/** The file in the root of an archived deposit, with the time at which it was archived (companion 13.9). */
export const ARCHIVED_NOTE = 'archived.txt';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z\n$/;
const LENGTH = 29;

const addressOf = ({ files }: Pick<Deposit, 'files'>): ObjectAddress => ({
  bucket: files.bucket,
  key: files.prefix + ARCHIVED_NOTE,
});

/** Whether the name is taken by a file that the platform has not written. Rejects with ByteStoreFault. */
export const isNoteTaken = async (bytes: ByteStore, deposit: Pick<Deposit, 'files'>): Promise<boolean> => {
  const at = addressOf(deposit);
  const info = await bytes.head(at);
  if (info === null) return false;
  if (info.size !== LENGTH) return true;
  const read = await ifThere(() => readWhole(bytes, at));
  return read !== null && !TIME.test(read.bytes.toString('latin1'));
};

/** Writes the file; `at` is UTC with seven fractional digits. Rejects with ByteStoreFault. */
export const writeNote = async (bytes: ByteStore, deposit: Pick<Deposit, 'files'>, at: string): Promise<void> => {
  await bytes.put(addressOf(deposit), Buffer.from(`${at}\n`), { contentType: 'text/plain' });
};
