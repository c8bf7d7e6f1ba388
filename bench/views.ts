import { join } from 'node:path';
import { catalogue } from '../events/catalogue.js';
import { createCodec } from '../events/codec.js';
import type { ContainerFact } from '../events/container.js';
import type { Position, Recorded } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import { addToTally, EMPTY_TALLY } from '../events/tally.js';
import { openDocumentStore } from '../infra/embedded/documents/document-store.js';
import { openEventStore } from '../infra/embedded/event-store/event-store.js';
import { compareWithLog } from '../projections/comparison/compare-with-log.js';
import type { DocumentStore } from '../projections/documents.js';
import { openProjector } from '../projections/projector/projector.js';
import { repository } from '../projections/repository/repository.js';
import { platformFact } from '../workers/platform-fact.js';
import type { Figure } from './figure.js';
import { inFolder } from './in-folder.js';
import { secondsOf } from './measure.js';

const STREAMS = 200;
const FACTS_OF_A_STREAM = 500;
const FACTS = STREAMS * FACTS_OF_A_STREAM;
const RUN = 1_000;
const LONGEST_MS = 300_000;

/** A read model of many facts: projected, and compared with the log. */
export const viewsBench = (): Promise<readonly Figure[]> => inFolder(measured);

const fill = async (events: EventStore): Promise<Position> => {
  const identity = { holder: 'bench', producer: '0', now: () => new Date() };
  let last: Position | null = null;
  for (let stream = 0; stream < STREAMS; stream++) {
    const facts = Array.from({ length: FACTS_OF_A_STREAM }, (_each, child) => {
      const entry = {
        path: `c${stream}`,
        name: `f${child}`,
        kind: 'container',
        displayName: null,
        jobId: null,
      } as const;
      const data = { ...entry, by: 'bench', at: '2026-01-01T00:00:00.0000000Z' };
      return platformFact<ContainerFact>({ type: 'ChildReserved', data }, identity);
    });
    ({ position: last } = await events.append(`container-c${stream}`, facts, 'none'));
  }
  if (last === null) throw new Error('the log took no facts');
  return last;
};

const build = async (events: EventStore, documents: DocumentStore, to: Position): Promise<void> => {
  const { projector } = openProjector(repository, { events, documents, holder: 'bench', takeoverAfterMs: 0 });
  const reached = await projector.reached(to, LONGEST_MS);
  await projector.close();
  if (!reached) throw new Error('the read model was not built in time');
};

const measured = async (folder: string): Promise<readonly Figure[]> => {
  const events = openEventStore(join(folder, 'events.sqlite'), createCodec(catalogue));
  const documents = openDocumentStore(join(folder, 'documents.sqlite'));
  try {
    const end = await fill(events);
    const built = await secondsOf(() => build(events, documents, end));
    const facts: Recorded[] = [];
    for await (const fact of events.readAll({ categories: ['container'] })) facts.push(fact);
    let tally = EMPTY_TALLY;
    const counted = await secondsOf(() => {
      for (let from = 0; from < facts.length; from += RUN) {
        const run = facts.slice(from, from + RUN);
        tally = addToTally(tally, run, run.at(-1)?.position ?? end);
      }
      return Promise.resolve();
    });
    if (tally.categories[0]?.facts !== FACTS) throw new Error('not every fact was counted');
    const views = [{ name: repository.shape.name, categories: repository.categories }];
    const compared = await secondsOf(async () => {
      const [comparison] = await compareWithLog(views, { events, documents });
      if (comparison?.differences.length !== 0) throw new Error('the read model was not found right');
    });
    const of = (seconds: number): number => FACTS / seconds;
    const name = `a read model of ${FACTS.toLocaleString('en')} facts: `;
    return [
      { name: `${name}built`, value: of(built), unit: 'facts/s' },
      {
        name: `${name}counted meanwhile`,
        value: of(counted),
        unit: 'facts/s',
        ratio: { to: 'the time of building', value: counted / built, atMost: 0.2 },
      },
      { name: `${name}compared with the log`, value: of(compared), unit: 'facts/s' },
    ];
  } finally {
    await events.close();
    await documents.close();
  }
};
