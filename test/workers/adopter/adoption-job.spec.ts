import { expect } from 'chai';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { byteStoreRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { workAdoption } from '../../../workers/adopter/adoption-job.js';
import { foreignFiles } from '../../support/repository/foreign-object.js';
import { collected } from '../../support/collected.js';
import { failureOf } from '../../support/failure-of.js';
import { openedForEach } from '../../support/platform/opened.js';
import { recordedOutput } from '../../support/command-line/recorded-output.js';
import { openRepository } from '../support/repository.js';

describe('an adoption as a job', () => {
  const repository = openedForEach(openRepository);

  const lay = async (id: string): Promise<string> => {
    const { bytes, dependencies } = repository;
    const { bucket, prefix } = dependencies.places.repository;
    const root = objectRoot(id, prefix);
    const versions = [{ files: { 'a.txt': 'a' }, created: '2020-01-01T00:00:00Z' }];
    for (const [path, text] of foreignFiles({ id, versions }))
      await bytes.put({ bucket, key: `${root}/${path}` }, Buffer.from(text));
    return root;
  };
  const adopt = async (archivalGroup: string | null, dryRun: boolean, signal = new AbortController().signal) => {
    const { dependencies, bytes } = repository;
    const storageRoot = byteStoreRootReader(bytes, dependencies.places.repository.bucket);
    const output = recordedOutput();
    const adopting = { ...dependencies, storageRoot, correlationId: 'c1' };
    const summary = await workAdoption(adopting, { archivalGroup, dryRun, verify: false }, output, signal);
    return { summary, ...output };
  };

  it('only tells what would be adopted in a dry run', async () => {
    const key = await lay('info:repo/letters/1911');
    const head = await repository.events.head();
    const { summary, lines } = await adopt(null, true);
    expect(summary).to.deep.equal({ groups: 1, versions: 1, known: 0, notAdopted: 0 });
    expect(lines).to.deep.equal([
      { code: 'adoptable', archivalGroup: 'letters/1911', key, message: 'v1.', expected: null, found: null },
    ]);
    expect(await repository.events.head()).to.equal(head);
  });

  it('adopts what the log lacks, with the correlation of its request, and is safe to repeat', async () => {
    await lay('info:repo/letters/1911');
    expect((await adopt(null, false)).summary).to.deep.equal({ groups: 1, versions: 1, known: 0, notAdopted: 0 });
    expect((await readLedger(repository.events, 'letters/1911')).versions).to.have.length(1);
    const facts = await collected(repository.events.readAll({ categories: ['archivalGroup'] }));
    expect(facts.map(({ metadata }) => metadata.$correlationId)).to.deep.equal(['c1']);
    expect((await adopt(null, false)).summary).to.deep.equal({ groups: 0, versions: 0, known: 1, notAdopted: 0 });
  });

  it('tells of what it does not adopt as a failure', async () => {
    await lay('info:other/letters');
    const { summary, failures } = await adopt(null, false);
    expect(summary).to.include({ groups: 0, notAdopted: 1 });
    expect(failures[0]).to.include({ code: 'id-foreign', archivalGroup: null });
    expect((await adopt('letters/none', false)).failures[0]).to.include({
      message: 'There is no object of letters/none on the store.',
    });
  });

  it('stops at the next object once its signal is aborted', async () => {
    await lay('info:repo/letters/1911');
    const reason = new Error('cancelled');
    expect(await failureOf(adopt(null, false, AbortSignal.abort(reason)))).to.equal(reason);
    expect((await readLedger(repository.events, 'letters/1911')).versions).to.have.length(0);
  });
});
