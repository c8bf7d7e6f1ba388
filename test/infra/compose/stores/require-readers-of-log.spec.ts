import { expect } from 'chai';
import { catalogue } from '../../../../events/codec/catalogue.js';
import { createCodec } from '../../../../events/codec/codec.js';
import type { Fact, Position } from '../../../../events/envelope.js';
import { IMPORT_ACTIVITIES } from '../../../../events/import-activity.js';
import { requireReadersOfLog } from '../../../../infra/compose/stores/require-readers-of-log.js';
import { openSharedRecords } from '../../../../infra/embedded/shared-records.js';
import { openDocumentStore } from '../../../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../../../infra/embedded/event-store/event-store.js';
import { platformFact } from '../../../support/facts/platform-fact.js';
import { identityOf } from '../../../workers/support/log-of-facts.js';

const at = (position: number | bigint): Position => String(position).padStart(20, '0') as Position;
const NO_FACT = at(2n ** 64n - 1n);
const UNHEARD = (): void => undefined;

describe('what readers have stored, when a process starts', () => {
  const open = () => {
    const events = openEventStore(':memory:', createCodec(catalogue));
    const documents = openDocumentStore(':memory:');
    const records = openSharedRecords(':memory:');
    const warnings: object[] = [];
    const log = {
      error: UNHEARD,
      info: UNHEARD,
      debug: UNHEARD,
      warn: (_: string, fields: object = {}) => void warnings.push(fields),
    };
    return {
      warnings,
      records,
      append: async (stream: string, type: string, data: object): Promise<void> => {
        await events.append(stream, [platformFact<Fact>({ type, data }, identityOf('test'))], 'any');
      },
      viewAt: async (position: Position): Promise<void> => {
        const { lease } = await documents.register('repository');
        const epoch = (await documents.acquireLease('repository', 'test', lease))?.lease.epoch ?? 0;
        const [generation] = (await documents.beginGeneration('repository', epoch, 1, null)).generations;
        await documents.saveCheckpoint('repository', epoch, generation!, { position });
      },
      /** The sentence of the refusal; null for none. */
      refusal: (mongodb: { url: string; database: string } | null, shown: typeof documents | null = documents) =>
        requireReadersOfLog({ events, records, documents: shown, servers: { mongodb }, folder: null, log }).then(
          () => null,
          (error: unknown) => (error as Error).message,
        ),
    };
  };
  const MONGODB = { url: 'mongodb://localhost', database: 'archive' };
  const checkpoint = (name: string, position: Position) => ({ name, position, holder: 'test' });

  it('is accepted up to the head of the log', async () => {
    const { append, viewAt, refusal } = open();
    expect(await refusal(null)).to.equal(null);
    await append('checkpoint-relay', 'CheckpointReached', checkpoint('relay', at(1)));
    await viewAt(at(1));
    expect(await refusal(null)).to.equal(null);
  });

  it('is refused for a read model that is ahead, by a sentence that says what to delete', async () => {
    const { viewAt, refusal } = open();
    await viewAt(at(1));
    expect(await refusal(null)).to.match(
      /^The read models in .* are ahead of the event log.* from the log, delete that file\./,
    );
    expect(await refusal(MONGODB)).to.match(/^The read models in the MongoDB database archive .*drop that database/);
    expect(await refusal(MONGODB, null), 'a process without read models').to.equal(null);
  });

  for (const name of ['relay', 'steward', 'sweeper', 'late-sweeper'])
    it(`is refused for the checkpoint of ${name} when it is ahead`, async () => {
      const { append, refusal } = open();
      await append(`checkpoint-${name}`, 'CheckpointReached', checkpoint(name, at(2)));
      expect(await refusal(MONGODB)).to.match(
        new RegExp(`^The stream checkpoint-${name} names a position .*Restore the log`),
      );
    });

  it('is removed where it is the mark of a reader that is ahead, and kept where it is not', async () => {
    const { append, refusal, records, warnings } = open();
    await append('deposit-1', 'DepositLocked', { by: 'ann' });
    for (const [name, position] of [
      ['relay', at(2)],
      ['steward', at(1)],
    ] as const)
      await records.write(`mark/${name}`, { position, holder: 'test' }, null);
    expect(await refusal(MONGODB)).to.equal(null);
    expect((await records.list('mark/')).map(({ name }) => name)).to.deep.equal(['mark/steward']);
    expect(warnings).to.deep.equal([{ name: 'mark/relay', position: at(2) }]);
  });

  it('is refused for activities of facts that the log does not reach', async () => {
    const { append, refusal } = open();
    await append(IMPORT_ACTIVITIES, 'ImportJobAnnounced', { source: at(9) });
    expect(await refusal(MONGODB)).to.contain(`The stream ${IMPORT_ACTIVITIES} names a position`);
  });

  it('is none where no fact can have the position, which is logged for a read model', async () => {
    const { append, viewAt, refusal, warnings } = open();
    await append('checkpoint-relay', 'CheckpointReached', checkpoint('relay', NO_FACT));
    await viewAt(NO_FACT);
    expect(await refusal(MONGODB)).to.equal(null);
    expect(warnings).to.deep.equal([{ view: 'repository', generation: 1, position: NO_FACT }]);
  });
});
