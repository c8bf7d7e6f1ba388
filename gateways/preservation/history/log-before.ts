import { depositStream } from '../../../commands/deposit/deposit-stream.js';
import type { Position } from '../../../events/envelope.js';
import { firstFact } from '../../../events/first-fact.js';
import { lastFact } from '../../../events/last-fact.js';
import type { DepositDependencies } from '../deposit-dependencies.js';

/**
 * A position of the log near a time (UTC with seven fractional digits), never before what happened earlier; null for the
 * end. It is that of a deposit which was created, or changed last, soon after that time: two looks into indexes, since
 * the log itself is not in the order of a key that a time could be looked up by.
 */
export const logBefore = async (
  { deposits, dependencies: { events } }: Pick<DepositDependencies, 'deposits' | 'dependencies'>,
  time: string,
): Promise<Position | null> => {
  const [created, changed] = await Promise.all([
    deposits.firstSince('created', time),
    deposits.firstSince('lastModified', time),
  ]);
  const found = await Promise.all([
    created && firstFact(events, depositStream(created.depositId)),
    changed && lastFact(events, depositStream(changed.depositId)),
  ]);
  const positions = found.flatMap((fact) => (fact === null || fact.metadata.occurredAt < time ? [] : [fact.position]));
  return positions.toSorted()[0] ?? null;
};
