import { join } from 'node:path';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { depositsView } from '../../projections/deposits/deposits-view.js';
import { deposits } from '../../projections/deposits/deposits.js';
import { openProjector } from '../../projections/projector/projector.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { secondsOf } from '../measure.js';
import { measuredListings } from './measured-listings.js';
import { syntheticDeposits } from './synthetic-deposits.js';
import { alone } from '../../test/support/alone.js';

/** The number of deposits; another one by the environment. */
const DEPOSITS = Number(process.env['MUNIMENT_BENCH_DEPOSITS'] ?? 100_000);
const APPENDS_AT_ONCE = 1_000;
const PATIENCE_MS = 3_600_000;

const onFault = (view: string, fault: unknown): never => {
  throw new Error(`the view ${view} was not built`, { cause: fault });
};

/** Listings of very many deposits on the embedded store, after their projector has built the view. */
export const depositsBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    await using events = openEventStore(join(folder, 'events.sqlite'), createCodec(catalogue));
    await forEachConcurrently(syntheticDeposits(DEPOSITS), { width: APPENDS_AT_ONCE }, async ({ stream, facts }) => {
      await events.append(stream, facts, 'none');
    });
    const head = await events.head();
    const documents = openDocumentStore(join(folder, 'documents.sqlite'));
    const { projector, view } = openProjector(deposits, { events, documents, liveness: alone(), onFault });
    try {
      const building = await secondsOf(async () => {
        if (head === null || !(await projector.reached(head, PATIENCE_MS))) throw new Error('the view was not built');
      });
      const built = { name: `${DEPOSITS.toLocaleString('en')} deposits: view built`, unit: 'deposits/s' };
      return [
        { ...built, value: DEPOSITS / building },
        ...(await measuredListings(depositsView(view.documents), DEPOSITS)),
      ];
    } finally {
      await projector.close();
      await documents.close();
    }
  });
