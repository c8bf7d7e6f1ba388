import { compared, comparedByDigest } from './compare.js';
import type { UploadItem } from './plan.js';
import type { PresignedPut } from './ports.js';
import { isNamed, namedRefusal, refusalOf, WrongDigest } from './refusals.js';
import { opened, sendBytes, timeOf, type Sending } from './sending.js';

/** A file whose digest is known. */
interface Read {
  readonly item: UploadItem;
  readonly file: File;
  readonly sha256: string;
  readonly signal: AbortSignal;
}

/** Gives a file up for what was thrown, unless the upload as a whole has ended. */
export const giveUp = async (
  { register }: Pick<Sending, 'register'>,
  item: UploadItem,
  error: unknown,
  ending: AbortSignal,
): Promise<void> => {
  if (ending.aborted) register.move(item, 'waiting');
  else register.move(item, 'refused', error instanceof WrongDigest ? { kind: 'digest' } : await refusalOf(error, item));
};

/** The signal of one file: it can be left out alone. */
export const signalOf = (item: UploadItem, ending: AbortSignal): AbortSignal => {
  item.cancelling = new AbortController();
  return AbortSignal.any([ending, item.cancelling.signal]);
};

/** Reads a file for its digest; null where it need not or must not be sent. */
const read = async (sending: Sending, item: UploadItem, ending: AbortSignal): Promise<Read | null> => {
  const { course, register, reading, ports, there, kept } = sending;
  const signal = signalOf(item, ending);
  try {
    await course.passed(signal);
    const before = compared(item, there.get(item.path), kept.get(item.path));
    if (before === 'skip') register.skip(item);
    if (before === 'taken') register.move(item, 'refused', { kind: 'taken' });
    if (before === 'skip' || before === 'taken') return null;
    return await reading.use(signal, async () => {
      register.move(item, 'reading');
      const file = await opened(sending, item);
      const sha256 = await ports.digests.file(file);
      signal.throwIfAborted();
      const after = comparedByDigest(item, there.get(item.path), sha256);
      if (after === 'skip') register.skip(item);
      else if (after === 'taken') register.move(item, 'refused', { kind: 'taken' });
      else register.move(item, 'ready');
      return after === 'send' ? { item, file, sha256, signal } : null;
    });
  } catch (error) {
    await giveUp(sending, item, error, ending);
    return null;
  }
};

const sign = (
  { course, ports }: Pick<Sending, 'course' | 'ports'>,
  files: readonly Read[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PresignedPut>> =>
  course.persist(signal, (until) =>
    ports.platform.credentials(
      files.map(({ item, sha256 }) => ({ path: item.path, sha256, modified: timeOf(item) })),
      [],
      until,
    ),
  );

/** Asks for the addresses of files; a file that the platform refuses is named, and left out. */
const signed = async (
  sending: Sending,
  files: readonly Read[],
  ending: AbortSignal,
): Promise<ReadonlyMap<string, PresignedPut>> => {
  let left = files;
  while (left.length > 0) {
    try {
      return await sign(sending, left, ending);
    } catch (error) {
      const named = namedRefusal(error);
      const wrong = left.filter(({ item }) => named !== null && isNamed(item.path, named));
      // Nothing tells which of them is meant.
      const out = wrong.length === 0 ? left : wrong;
      for (const { item } of out) await giveUp(sending, item, error, ending);
      left = left.filter((each) => !out.includes(each));
    }
  }
  return new Map();
};

const sendOnce = async (sending: Sending, { item, file, sha256, signal }: Read, first: PresignedPut): Promise<void> => {
  const renew = async (until: AbortSignal): Promise<PresignedPut> =>
    (await sign(sending, [{ item, file, sha256, signal }], until)).get(item.path) ?? first;
  const onSent = (bytes: number): void => {
    item.sent = bytes;
    if (item.state === 'ready') sending.register.move(item, 'sending');
  };
  // Browsers send the type of the bytes; the store keeps it.
  await sendBytes(sending, { bytes: file, signed: first, renew, onSent }, signal);
  sending.register.move(item, 'done');
  sending.onDone(item, sha256);
};

/** Sends a file; where the store has received other bytes, it is read and sent once more. */
const send = async (sending: Sending, each: Read, first: PresignedPut, ending: AbortSignal): Promise<void> => {
  const { item, signal } = each;
  try {
    await sendOnce(sending, each, first).catch(async (error: unknown) => {
      if (!(error instanceof WrongDigest)) throw error;
      const file = await opened(sending, item);
      const again = { ...each, file, sha256: await sending.ports.digests.file(file) };
      const address = (await sign(sending, [again], signal)).get(item.path);
      if (address === undefined) throw error;
      await sendOnce(sending, again, address);
    });
  } catch (error) {
    await giveUp(sending, item, error, ending);
  }
};

/** Sends files that go up whole: all are read, then one request asks for their addresses. */
export const sendSmallFiles = async (
  sending: Sending,
  items: readonly UploadItem[],
  ending: AbortSignal,
): Promise<void> => {
  const found = await Promise.all(items.map((item) => read(sending, item, ending)));
  const files = found.filter((each) => each !== null);
  const addresses = await signed(sending, files, ending);
  await Promise.all(
    files.map((each) => {
      const address = addresses.get(each.item.path);
      return address === undefined || each.item.state === 'refused'
        ? Promise.resolve()
        : send(sending, each, address, ending);
    }),
  );
};
