import { createHash } from 'node:crypto';
import type { Position } from '../../../events/envelope.js';

/** The beginning of a page: the revision of its newest entry, or in the whole log the position after it. */
export type Cursor = string & { readonly __cursor: unique symbol };

const markOf = (stream: string): string => createHash('sha256').update(stream).digest('base64url').slice(0, 8);

/** The cursor of the page that begins at a revision; valid for this stream only. */
export const cursorOf = (stream: string, revision: bigint): Cursor =>
  Buffer.from(`${revision}.${markOf(stream)}`).toString('base64url') as Cursor;

/** The revision of a cursor; null for a text that is no cursor of this stream. */
export const revisionOf = (stream: string, text: string): bigint | null => {
  const [, revision] = /^(0|[1-9]\d{0,17})\./.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (revision === undefined) return null;
  const found = BigInt(revision);
  return cursorOf(stream, found) === text ? found : null;
};

const LOG = 'log';

/** The cursor of the page of the whole log that begins before a position. */
export const logCursorOf = (position: Position): Cursor =>
  Buffer.from(`${position}.${markOf(LOG)}`).toString('base64url') as Cursor;

/** The position of a cursor of the whole log; null for any other text. */
export const positionOf = (text: string): Position | null => {
  const [, position] = /^(\d{20}(?:-\d{20})?)\./.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  return position !== undefined && logCursorOf(position as Position) === text ? (position as Position) : null;
};
