import { randomUUID } from 'node:crypto';
import { createCodec } from '../../../events/codec/codec.js';
import type { Fact, Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import type { Projection } from '../../../projections/projection.js';
import { PLAIN_METADATA } from '../plain-metadata.js';

export type NoteFact = Fact<'Noted', { about: string }>;

export interface Count {
  readonly about: string;
  readonly notes: number;
}

/** A view whose documents show each fact that is lost or folded twice; `version` is added for each fact. */
export const counts = (version: number, name = 'counts'): Projection<NoteFact, Count> => ({
  shape: { name, indexes: [['notes']], queries: {} },
  version,
  categories: ['note'],
  touches: (fact) => [
    {
      key: fact.data.about,
      apply: (doc) => ({ about: fact.data.about, notes: (doc?.notes ?? 0) + version }),
    },
  ],
});

export const countsCodec = createCodec([
  { type: 'Noted', schema: 1 },
  { type: 'Ignored', schema: 1 },
]);

/** Appends facts of one kind to a new stream of the category; answers the position of the last. */
export const appendNotes = async (
  events: EventStore,
  abouts: readonly string[],
  { type = 'Noted', category = 'note' } = {},
): Promise<Position> => {
  const facts = abouts.map((about) => ({ type, data: { about }, id: randomUUID(), metadata: PLAIN_METADATA }));
  const { position } = await events.append(`${category}-${randomUUID()}`, facts, 'none');
  return position!;
};
