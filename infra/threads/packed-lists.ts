import { deserialize, serialize } from 'node:v8';
import type { Sliced } from '../../flow/slices.js';

/**
 * An object on its way to another thread. What a message holds is written and read in one turn, so that long lists in it
 * go as bytes, which are made and read piece by piece.
 */
export interface PackedLists {
  readonly rest: Readonly<Record<string, unknown>>;
  readonly lists: Readonly<Record<string, readonly Uint8Array[]>>;
}

/** Items a piece: some milliseconds of work. */
const PIECE = 500;

/** Packs the lists that an object itself has, of plain data. */
export function* packLists(value: object): Sliced<PackedLists> {
  const rest: Record<string, unknown> = {};
  const lists: Record<string, Uint8Array[]> = {};
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (Array.isArray(member) && member.length > PIECE) lists[name] = yield* piecesOf(member);
    else rest[name] = member;
  }
  return { rest, lists };
}

function* piecesOf(list: readonly unknown[]): Sliced<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < list.length; from += PIECE) {
    pieces.push(serialize(list.slice(from, from + PIECE)));
    yield;
  }
  return pieces;
}

/** The object again. */
export function* unpackLists({ rest, lists }: PackedLists): Sliced<object> {
  const value: Record<string, unknown> = { ...rest };
  for (const [name, pieces] of Object.entries(lists)) {
    const list: unknown[] = [];
    for (const piece of pieces) {
      for (const item of deserialize(piece) as unknown[]) list.push(item);
      yield;
    }
    value[name] = list;
  }
  return value;
}
