import { ApiFault } from '../../api/api-fault.js';
import { compared, comparedByDigest } from './compare.js';
import { problemCode } from './course.js';
import type { UploadItem } from './plan.js';
import type { Part, PartedUpload, PresignedPut, WholeDigest } from './ports.js';
import { opened, sendBytes, timeOf, type Sending } from './sending.js';
import { giveUp, signalOf } from './small-files.js';

/** Parts whose digests are computed, and whose addresses are asked for, at once. */
const WINDOW = 4;
/** Times that parts which the store does not have are sent again. */
const MOST_REPAIRS = 3;

/** A file that is being sent in parts. */
interface Large {
  readonly item: UploadItem;
  readonly file: File;
  readonly upload: PartedUpload;
  readonly signal: AbortSignal;
  /** The parts that the store has, by number. */
  readonly sent: Map<number, Part>;
  /** Bytes of parts on their way, by number. */
  readonly onWay: Map<number, number>;
}

const cut = ({ file, upload }: Pick<Large, 'file' | 'upload'>, number: number): Blob =>
  file.slice((number - 1) * upload.partSize, number * upload.partSize);

const countOf = ({ file, upload }: Pick<Large, 'file' | 'upload'>): number => Math.ceil(file.size / upload.partSize);

/** The upload of this file that was begun before and is still there, with its parts; else a new one. */
const began = async (
  { course, ports: { platform, keeper } }: Sending,
  item: UploadItem,
  file: File,
  signal: AbortSignal,
): Promise<{ readonly upload: PartedUpload; readonly parts: readonly Part[] }> => {
  const before = await keeper.parted(item.path);
  if (before !== null && before.size === item.size && before.modified === item.modified) {
    const parts = await course.persist(signal, (until) => platform.parts(before.id, until));
    if (parts !== null) return { upload: before, parts };
  }
  const body = { path: item.path, size: file.size, contentType: file.type, modified: timeOf(item) };
  const begin = file.type === '' ? { ...body, contentType: 'application/octet-stream' } : body;
  const upload = await course.persist(signal, (until) => platform.begin(begin, until));
  await keeper.keepParted(item.path, { ...upload, size: item.size, modified: item.modified });
  return { upload, parts: [] };
};

const tell = ({ item, file, upload, sent, onWay }: Large): void => {
  let bytes = 0;
  for (const number of sent.keys()) bytes += Math.min(upload.partSize, file.size - (number - 1) * upload.partSize);
  for (const part of onWay.values()) bytes += part;
  item.sent = Math.min(bytes, file.size);
  item.parts = { done: sent.size, of: countOf({ file, upload }) };
};

type Digested = Pick<Part, 'number' | 'sha256'>;

const sendPart = async (sending: Sending, large: Large, part: Digested, address: PresignedPut): Promise<void> => {
  const { course, ports } = sending;
  const { upload, signal, sent, onWay } = large;
  const renew = async (until: AbortSignal): Promise<PresignedPut> =>
    (await course.persist(until, (each) => ports.platform.presign(upload.id, [part], each))).get(part.number) ??
    address;
  const onSent = (bytes: number): void => {
    onWay.set(part.number, bytes);
    tell(large);
  };
  const bytes = cut(large, part.number);
  const { etag } = await sendBytes(sending, { bytes, signed: address, renew, onSent }, signal);
  onWay.delete(part.number);
  sent.set(part.number, { ...part, etag });
  tell(large);
};

/** Sends those of some parts that the store does not have; resolves once their addresses are there. */
const sendParts = async (sending: Sending, large: Large, parts: readonly Digested[]): Promise<Promise<void>[]> => {
  const { course, ports } = sending;
  const missing = parts.filter(({ number, sha256 }) => large.sent.get(number)?.sha256 !== sha256);
  if (missing.length === 0) return [];
  const addresses = await course.persist(large.signal, (until) =>
    ports.platform.presign(large.upload.id, missing, until),
  );
  return missing.map((part) => {
    const address = addresses.get(part.number);
    return address === undefined ? Promise.resolve() : sendPart(sending, large, part, address);
  });
};

/** The digests of a window of parts, each read once. */
const digestWindow = (
  { course, reading }: Sending,
  large: Large,
  whole: WholeDigest,
  from: number,
): Promise<Digested[]> =>
  reading.use(large.signal, async () => {
    const parts: Digested[] = [];
    for (let number = from; number < from + WINDOW && number <= countOf(large); number++) {
      await course.passed(large.signal);
      parts.push({ number, sha256: await whole.part(cut(large, number)) });
    }
    return parts;
  });

/** Reads and sends all parts; the digests of each and of the whole. */
const sendAll = async (
  sending: Sending,
  large: Large,
): Promise<{ readonly sha256: string; readonly parts: readonly Digested[] }> => {
  const whole = sending.ports.digests.whole();
  const parts: Digested[] = [];
  let before: Promise<unknown> = Promise.resolve();
  try {
    for (let from = 1; from <= countOf(large); from += WINDOW) {
      const window = await digestWindow(sending, large, whole, from);
      parts.push(...window);
      // One window is on its way while the next one is read.
      await before;
      before = Promise.all(await sendParts(sending, large, window));
      before.catch(() => undefined);
      tell(large);
    }
    await before;
    return { parts, sha256: await whole.end() };
  } catch (error) {
    whole.forget();
    throw error;
  }
};

const isCode = (error: unknown, code: string): boolean => error instanceof ApiFault && problemCode(error) === code;

/** Puts the parts together; sends again those that the store does not have. */
const complete = async (
  sending: Sending,
  large: Large,
  { sha256, parts }: Awaited<ReturnType<typeof sendAll>>,
): Promise<void> => {
  const { course, ports, register } = sending;
  const { item, upload, signal, sent } = large;
  for (let repairs = 0; ; repairs++) {
    register.move(item, 'checking');
    const all = parts.flatMap(({ number }) => sent.get(number) ?? []);
    try {
      await course.persist(signal, (until) => ports.platform.complete(upload.id, sha256, all, until));
      return;
    } catch (error) {
      if (!isCode(error, 'upload-parts-wrong') || repairs >= MOST_REPAIRS) throw error;
      register.move(item, 'sending');
      const there = (await course.persist(signal, (until) => ports.platform.parts(upload.id, until))) ?? [];
      sent.clear();
      for (const part of there) sent.set(part.number, part);
      await Promise.all(await sendParts(sending, large, parts));
    }
  }
};

/** The digest of the whole, to be compared with that of the file of its name in the workspace. */
const digestOf = async (sending: Sending, file: File, signal: AbortSignal, partSize: number): Promise<string> => {
  const whole = sending.ports.digests.whole();
  for (let at = 0; at < file.size; at += partSize) {
    await sending.course.passed(signal);
    await whole.part(file.slice(at, at + partSize));
  }
  return whole.end();
};

/** Whether the file is to be sent, after it was compared with what is there. */
const isWanted = async (sending: Sending, item: UploadItem, file: File, signal: AbortSignal): Promise<boolean> => {
  const { register, there, kept, reading } = sending;
  const found = there.get(item.path);
  const before = compared(item, found, kept.get(item.path));
  const after =
    before === 'compare' && !item.insists
      ? comparedByDigest(item, found, await reading.use(signal, () => digestOf(sending, file, signal, 16 * 1024 ** 2)))
      : before;
  if (after === 'skip') register.skip(item);
  if (after === 'taken') register.move(item, 'refused', { kind: 'taken' });
  return after === 'send' || after === 'compare';
};

/** Sends a file in parts; those that the store has from before are compared by their digests, and stay. */
export const sendLargeFile = async (sending: Sending, item: UploadItem, ending: AbortSignal): Promise<void> => {
  const { register, ports } = sending;
  const signal = signalOf(item, ending);
  try {
    register.move(item, 'reading');
    const file = await opened(sending, item);
    if (!(await isWanted(sending, item, file, signal))) return;
    const { upload, parts } = await began(sending, item, file, signal);
    const sent = new Map(parts.map((part) => [part.number, part]));
    const large: Large = { item, file, upload, signal, sent, onWay: new Map() };
    register.move(item, 'sending');
    tell(large);
    const all = await sendAll(sending, large);
    await complete(sending, large, all);
    register.move(item, 'done');
    sending.onDone(item, all.sha256);
    await ports.keeper.keepParted(item.path, null);
  } catch (error) {
    await giveUp(sending, item, error, ending);
    if (item.state === 'refused') await abandon(sending, item);
  }
};

/** Removes the parts of a file that was refused from the store; where that is not possible, they go with the deposit. */
const abandon = async ({ ports: { keeper, platform } }: Sending, { path }: UploadItem): Promise<void> => {
  const upload = await keeper.parted(path);
  if (upload === null) return;
  await keeper.keepParted(path, null);
  await platform.abort(upload.id).catch(() => undefined);
};
