import type { DepositFact } from '../../events/deposit.js';
import type { Recorded } from '../../events/envelope.js';
import { countersOf, type CounterNode } from '../../projections/counters.js';
import { deposits, type DepositDocument } from '../../projections/deposits/deposits.js';
import type { DocumentStore } from '../../projections/documents.js';
import { foldBatch, NOTHING_FOLDED } from '../../projections/projector/fold-batch.js';
import { syntheticDeposits } from './synthetic-deposits.js';

/** More than a projector folds at once, so that the filling takes minutes. */
const BATCH = 10_000;

/** Fills the view as its projector does, from facts that are in no log; answers how many. */
export const fillDeposits = async (store: DocumentStore, count: number): Promise<number> => {
  const { shape, version } = deposits;
  const { lease } = (await store.acquireLease(shape.name, 'bench', (await store.register(shape.name)).lease)) ?? {};
  const epoch = lease?.epoch ?? 0;
  await store.beginGeneration(shape.name, epoch, version, null);
  const generation = { number: 1, version };
  const documents = await store.prepare<DepositDocument>(shape, generation);
  const counters = await store.prepare<CounterNode>(countersOf(shape), generation);
  let batch: Recorded<DepositFact>[] = [];
  let facts = 0;
  const save = async (): Promise<void> => {
    const { changes, counts } = await foldBatch(deposits, { documents, counters }, batch, NOTHING_FOLDED);
    await counters.save([...counts.values()]);
    await documents.save([...changes.values()]);
    const position = batch.at(-1)?.position;
    if (position !== undefined) await store.saveCheckpoint(shape.name, epoch, generation, { position });
    facts += batch.length;
    batch = [];
  };
  for (const fact of syntheticDeposits(count)) {
    batch.push(fact);
    if (batch.length === BATCH) await save();
  }
  await save();
  await store.goLive(shape.name, epoch, generation);
  return facts;
};
