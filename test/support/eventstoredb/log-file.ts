import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { openLog, type Log } from './log.js';
import type { StoredEvent } from './stream.js';

/** An event as one element of a line's array. */
type Row = readonly [
  stream: string,
  revision: number,
  position: string,
  created: string,
  id: string,
  type: string,
  contentType: string,
  data: string,
  metadata: string,
];

const rowOf = (event: StoredEvent): Row => [
  event.stream,
  event.revision,
  `${event.position}`,
  `${event.created}`,
  event.id,
  event.type,
  event.contentType,
  Buffer.from(event.data).toString('base64'),
  Buffer.from(event.metadata).toString('base64'),
];

const eventOf = ([stream, revision, position, created, id, type, contentType, data, metadata]: Row): StoredEvent => ({
  stream,
  revision,
  position: BigInt(position),
  created: BigInt(created),
  id,
  type,
  contentType,
  data: Buffer.from(data, 'base64'),
  metadata: Buffer.from(metadata, 'base64'),
});

const NEWLINE = 10;

/**
 * A log whose appends are lines of a file, written before anyone is told of them: they outlive the process, though not
 * the machine. A line that a crash left unfinished is cut off.
 */
export const openLogFile = (path: string): { log: Log; close(): void } => {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const lines = bytes.subarray(0, end).toString().split('\n').slice(0, -1);
  let file = openSync(path, 'a');
  ftruncateSync(file, end);
  const stored = lines.map((line) => (JSON.parse(line) as Row[]).map(eventOf));
  const write = (events: readonly StoredEvent[]): void => {
    const line = Buffer.from(`${JSON.stringify(events.map(rowOf))}\n`);
    for (let offset = 0; offset < line.length;) offset += writeSync(file, line, offset);
  };
  /** A scavenge writes a file of its own, which then takes the place of the old one. */
  const replace = (events: readonly StoredEvent[]): void => {
    closeSync(file);
    file = openSync(`${path}.scavenged`, 'w');
    for (const event of events) write([event]);
    renameSync(`${path}.scavenged`, path);
  };
  const log = openLog(stored, { write, replace });
  return { log, close: () => closeSync(file) };
};
