import type { KeptFile, WorkspaceFile } from './compare.js';
import type { Course } from './course.js';
import type { UploadItem } from './plan.js';
import type { PresignedPut, PutAnswer, UploadPorts } from './ports.js';
import { isWrongDigest, WrongDigest } from './refusals.js';
import type { Register } from './register.js';
import type { Slots } from './slots.js';

/** What the upload of each file shares with the others. */
export interface Sending {
  readonly ports: UploadPorts;
  readonly course: Course;
  readonly register: Register;
  /** Files that are read at the same time, and requests to the store. */
  readonly reading: Slots;
  readonly requests: Slots;
  /** What is in the workspace, and what went up from this browser before, by their paths in the deposit. */
  readonly there: Map<string, WorkspaceFile>;
  readonly kept: ReadonlyMap<string, KeptFile>;
  /** The file is in the workspace with these bytes. */
  readonly onDone: (item: UploadItem, sha256: string) => void;
}

/** An address that is refused so often in a row is not refused for its age. */
const MOST_REFUSALS = 3;

/** Bytes to be sent, with what to do as they go. */
interface Bytes {
  readonly bytes: Blob;
  readonly signed: PresignedPut;
  /** A new address, as the one before has expired. */
  readonly renew: (signal: AbortSignal) => Promise<PresignedPut>;
  readonly onSent: (bytes: number) => void;
}

const refused = ({ status, code }: PutAnswer): Error =>
  new Error(`The store has answered with ${status}${code === '' ? '' : ` ${code}`}.`);

/** Sends bytes until the store has them; its answer. Throws WrongDigest, and what the store refuses for another reason. */
export const sendBytes = async (
  { ports, course, requests }: Pick<Sending, 'ports' | 'course' | 'requests'>,
  { bytes, signed, renew, onSent }: Bytes,
  signal: AbortSignal,
): Promise<PutAnswer> => {
  let request = signed;
  for (let refusals = 0; ;) {
    const put = (until: AbortSignal): Promise<PutAnswer> =>
      requests.use(until, () => ports.put(request, bytes, onSent, until));
    const answer = await course.persist(signal, put, new URL(request.url).origin);
    if (answer.status < 300) return answer;
    if (isWrongDigest(answer)) throw new WrongDigest(refused(answer).message);
    if (answer.status !== 403 || ++refusals > MOST_REFUSALS) throw refused(answer);
    request = await renew(signal);
  }
};

/** The file as it is now; its record takes over its size and time. */
export const opened = async ({ register }: Pick<Sending, 'register'>, item: UploadItem): Promise<File> => {
  const file = await item.open();
  if (file.size !== item.size || file.lastModified !== item.modified)
    register.resize(item, file.size, file.lastModified);
  return file;
};

/** RFC 3339. */
export const timeOf = ({ modified }: Pick<UploadItem, 'modified'>): string => new Date(modified).toISOString();
