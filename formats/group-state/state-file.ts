import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { hashedInto } from '../digests/digested.js';
import { inChunks, render } from '../digests/rendering.js';
import type { RenderedDocument } from '../digests/rendering.js';
import { pathLengthViolation } from '../paths/repository-path.js';
import { sortByUtf8 } from '../paths/utf8-order.js';
import type { BinaryRecord, ContainerRecord, GroupState, TombstoneRecord } from './group-state.js';
import { isRecord } from '../json/json-record.js';
import { LINE_FEED, lineBlocks } from '../json/line-blocks.js';
import { valuesOfLines } from '../json/values-of-lines.js';
import { OcflFault } from '../ocfl/ocfl-fault.js';

/** The newest schema of the state file that this program reads. */
const SCHEMA = 1;

type StateRecord = ContainerRecord | BinaryRecord | TombstoneRecord;

/**
 * The state file as lines of JSON: the schema number and the group's name, then every container, binary and tombstone
 * in the order of their paths. The same state always gives the same bytes.
 */
export const renderState = ({ name, containers, binaries, tombstones }: GroupState): Promise<RenderedDocument> => {
  const records: StateRecord[] = [...containers.values(), ...binaries.values(), ...tombstones.values()];
  const sorted = sortByUtf8(records, ({ path }) => path);
  return render(() => inChunks(lines(name, sorted)));
};

function* lines(name: string, records: readonly StateRecord[]): Generator<string> {
  yield stateHeading(name);
  for (const each of records) yield `${recordLine(each)}\n`;
}

/** The first line of a state file. */
export const stateHeading = (name: string): string => `${JSON.stringify({ schema: SCHEMA, name })}\n`;

/** The line of a resource, without its line feed. */
export const recordLine = (record: StateRecord): string => JSON.stringify(inKeyOrder(record));

/** The resource or tombstone at a path; null without either. */
export const recordAt = ({ containers, binaries, tombstones }: GroupState, path: string): StateRecord | null =>
  containers.get(path) ?? binaries.get(path) ?? tombstones.get(path) ?? null;

const inKeyOrder = (resource: StateRecord): object => {
  if (resource.type === 'Tombstone') {
    const { path, type, deleted, deletedBy } = resource;
    return { path, type, deleted, deletedBy };
  }
  const { path, type, name, created, createdBy, modified, modifiedBy } = resource;
  const content = resource.type === 'Binary' ? contentOf(resource) : {};
  return { path, type, name, ...content, created, createdBy, modified, modifiedBy };
};

const contentOf = ({ contentType, size, sha256, fileModified }: BinaryRecord): object => ({
  contentType,
  size,
  sha256,
  ...(fileModified === undefined ? {} : { fileModified }),
});

/** Reads a state file. Rejects with OcflFault (`state-file-invalid`) when it is malformed or of a newer schema. */
export const readState = async (chunks: AsyncIterable<Uint8Array>): Promise<GroupState> => {
  const collector = stateCollector();
  for await (const block of lineBlocks(chunks)) collector.takeLines(block);
  return collector.end();
};

/** As `readState`; null for a file that does not have this SHA-256. */
export const readDigestedState = async (
  chunks: AsyncIterable<Uint8Array>,
  sha256: string,
): Promise<GroupState | null> => {
  const hash = createHash('sha256');
  const state = await readState(hashedInto(hash, chunks));
  return hash.digest('hex') === sha256 ? state : null;
};

/** Collects lines of a state file, the heading first. All throw OcflFault (`state-file-invalid`). */
export interface StateCollector {
  take: (line: string) => void;
  /** Takes a block of whole lines. */
  takeLines: (block: Buffer) => void;
  end: () => GroupState;
}

export const stateCollector = (): StateCollector => {
  const containers = new Map<string, ContainerRecord>();
  const binaries = new Map<string, BinaryRecord>();
  const tombstones = new Map<string, TombstoneRecord>();
  let name: string | null = null;
  const last: Record<string, unknown> = {};
  const takeRecord = (line: unknown, text: () => string): void => {
    if (!isRecord(line)) throw invalid(`'${text().slice(0, 200)}' is not a JSON object`);
    shareValues(line, last);
    if (name === null) name = nameIn(line);
    else if (isBinary(line)) binaries.set(withinLengthLimit(line.path), line);
    else if (isContainer(line)) containers.set(withinLengthLimit(line.path), line);
    else if (isTombstone(line)) tombstones.set(withinLengthLimit(line.path), line);
    else throw invalid(`'${text().slice(0, 200)}' is neither a Container, a Binary nor a Tombstone`);
  };
  const take = (line: string): void => takeRecord(parsed(line), () => line);
  return {
    take,
    takeLines(block) {
      if (block.at(-1) !== LINE_FEED) throw invalid('its last line is cut off');
      if (!isUtf8(block)) throw invalid('it is not UTF-8');
      const values = valuesOfLines(block);
      if (values !== null) for (const value of values) takeRecord(value, () => JSON.stringify(value));
      else
        block
          .toString('utf8', 0, block.length - 1)
          .split('\n')
          .forEach(take);
    },
    end() {
      if (name === null) throw invalid('it is empty');
      return { name, containers, binaries, tombstones };
    },
  };
};

/** What many lines in a row have in common. */
const SHARED = ['contentType', 'created', 'createdBy', 'modified', 'modifiedBy', 'fileModified'] as const;

/** Gives a line the strings of the last one where they are equal, so that those that were parsed with it may go. */
const shareValues = (line: Record<string, unknown>, last: Record<string, unknown>): void => {
  for (const key of SHARED) {
    const value = line[key];
    if (typeof value !== 'string') continue;
    if (value === last[key]) line[key] = last[key];
    else last[key] = value;
  }
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown;
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

const withinLengthLimit = (path: string): string => {
  const violation = pathLengthViolation(path);
  if (violation !== null) throw invalid(violation);
  return path;
};

const nameIn = (heading: Record<string, unknown>): string => {
  const { schema, name } = heading;
  if (typeof schema !== 'number' || typeof name !== 'string') throw invalid('its first line is not a heading');
  if (schema > SCHEMA) throw invalid(`it is of schema ${schema}, newer than this program's ${SCHEMA}`);
  return name;
};

type Line = Readonly<Record<string, unknown>>;

const isContainer = (line: Line): line is Line & ContainerRecord => line['type'] === 'Container' && hasDates(line);

const isBinary = (line: Line): line is Line & BinaryRecord =>
  line['type'] === 'Binary' && hasDates(line) && 'sha256' in line;

const isTombstone = (line: Line): line is Line & TombstoneRecord =>
  line['type'] === 'Tombstone' && typeof line['path'] === 'string' && typeof line['deleted'] === 'string';

const hasDates = ({ path, created, modified }: Line): boolean =>
  typeof path === 'string' && typeof created === 'string' && typeof modified === 'string';

const invalid = (what: string, options?: ErrorOptions): OcflFault =>
  new OcflFault('state-file-invalid', `The state file cannot be read: ${what}.`, options);
