import { open, stat, type FileHandle } from 'node:fs/promises';
import { runInSlices } from '../../flow/run-in-slices.js';
import {
  IDENTITY_FIELDS,
  type IdentityField,
  type IdentityRecord,
} from '../../formats/identity-records/identity-record.js';
import { IdentityServiceFault, type IdentityService } from '../../formats/identity-records/identity-service.js';
import { readRecords } from './read-records.js';

const LARGEST_FILE = 64 * 1024 ** 2;
/** A file that was written so shortly before it was read may be written again without another time of its change. */
const UNSETTLED_MS = 2_000;

/** Which bytes a file had, as far as the file system tells; `isSettled` once a later change would show. */
interface Stamp {
  readonly text: string;
  readonly isSettled: boolean;
}

const stampOf = async (file: FileHandle): Promise<Stamp> => {
  const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs } = await file.stat({ bigint: true });
  const text = [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  return { text, isSettled: Date.now() - Number(mtimeMs) > UNSETTLED_MS };
};

/** The records of one state of the file. */
class Records {
  readonly #all: readonly IdentityRecord[];
  readonly #indexes = new Map<IdentityField, Map<string, IdentityRecord[]>>();
  constructor(all: readonly IdentityRecord[]) {
    this.#all = all;
  }

  find(field: IdentityField, value: string): readonly IdentityRecord[] {
    const index = this.#indexes.get(field) ?? this.#indexed(field);
    return index.get(value) ?? [];
  }

  #indexed(field: IdentityField): Map<string, IdentityRecord[]> {
    const index = new Map<string, IdentityRecord[]>();
    for (const record of this.#all) {
      const value = record[field];
      if (value === null) continue;
      const others = index.get(value);
      if (others === undefined) index.set(value, [record]);
      else others.push(record);
    }
    this.#indexes.set(field, index);
    return index;
  }
}

/** What reading one state of the file came to. */
type ReadResult =
  { readonly stamp: Stamp; readonly records: Records } | { readonly stamp: Stamp; readonly fault: Error };

const unusable = (cause: unknown): IdentityServiceFault =>
  new IdentityServiceFault('identity-service-unusable', 'The identity records of this service cannot be read.', {
    cause,
  });

const readFile = async (path: string, file: FileHandle): Promise<Records> => {
  const { size } = await file.stat();
  if (size > LARGEST_FILE) throw new Error(`${path} has ${size} bytes, and may have ${LARGEST_FILE}`);
  const bytes = await file.readFile();
  try {
    return new Records(await runInSlices(readRecords(bytes)));
  } catch (error) {
    throw new Error(`${path}, ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};

/** Reads the file unless it is as it was before. Rejects where it cannot be opened, or is written all the time. */
const readAgain = async (path: string, before: ReadResult | null): Promise<ReadResult> => {
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`);
  await using file = await open(path, 'r');
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const stamp = await stampOf(file);
    if (before?.stamp.isSettled === true && before.stamp.text === stamp.text) return before;
    const reading = await readFile(path, file).then(
      (records): ReadResult => ({ stamp, records }),
      (error: unknown): ReadResult => ({ stamp, fault: unusable(error) }),
    );
    if ((await stampOf(file)).text === stamp.text) return reading;
  }
  throw new IdentityServiceFault('identity-service-unavailable', 'The identity records are being written.');
};

const isField = (schema: string): schema is IdentityField => IDENTITY_FIELDS.some((field) => field === schema);

/** A file of identity records, and a check of it. */
export interface FileIdentityService extends IdentityService {
  /** Reads the file where that is new. Rejects with IdentityServiceFault, whose cause names file, line and fault. */
  check(): Promise<void>;
}

/**
 * Identity records in a JSON file (`readRecords`), at an absolute path. A schema is the name of a field, in any casing.
 * Each look-up sees the file as it is then: it is read again after a change, and never used in part.
 */
export const fileIdentityService = (path: string): FileIdentityService => {
  let last: ReadResult | null = null;
  let reading: Promise<ReadResult> | null = null;
  const read = async (): Promise<ReadResult> => {
    try {
      last = await readAgain(path, last);
      return last;
    } catch (error) {
      throw error instanceof IdentityServiceFault ? error : unusable(error);
    } finally {
      reading = null;
    }
  };
  const records = async (): Promise<Records> => {
    const found = await (reading ??= read());
    if ('fault' in found) throw found.fault;
    return found.records;
  };
  return {
    check: async () => {
      await records();
    },
    byId: async (id) => (await records()).find('id', id)[0] ?? null,
    matching: async (schema, value) => {
      const field = schema.toLowerCase();
      const all = await records();
      return isField(field) ? all.find(field, value) : [];
    },
  };
};
