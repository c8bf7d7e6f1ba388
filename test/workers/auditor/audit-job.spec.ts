import { expect } from 'chai';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { byteStoreRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { workAudit } from '../../../workers/auditor/audit-job.js';
import { failureOf } from '../../support/failure-of.js';
import { openedForEach } from '../../support/platform/opened.js';
import { recordedOutput } from '../../support/command-line/recorded-output.js';
import { importOnce, settle } from '../support/import-once.js';
import { openRepository } from '../support/repository.js';

describe('an audit as a job', () => {
  const repository = openedForEach(openRepository);
  const documents = openedForEach(() => openDocumentStore(':memory:'));

  const preserve = async (group: string): Promise<string> => {
    const task = await repository.submit(group, [await repository.put('add-binary', 'a', group)]);
    await importOnce(repository.dependencies, task);
    await settle(repository.dependencies, task);
    return objectPlaceOf(repository.dependencies, group).root;
  };
  const audit = async (archivalGroup: string | null, signal = new AbortController().signal) => {
    const { dependencies, bytes } = repository;
    const storageRoot = byteStoreRootReader(bytes, dependencies.places.repository.bucket);
    const auditing = { ...dependencies, storageRoot, lostNames: null, documents: () => Promise.resolve(documents) };
    const output = recordedOutput();
    const summary = await workAudit(auditing, { archivalGroup, quick: false }, output, signal);
    return { summary, ...output };
  };

  it('counts what it checked, and finds nothing where all is well', async () => {
    await preserve('letters/1911');
    const { summary, failures, told } = await audit(null);
    expect(failures).to.deep.equal([]);
    expect(summary).to.include({ objects: 1, versions: 1, findings: 0, inProgress: 0 });
    expect(told.map(({ bytes }) => bytes)).to.deep.equal(told.map(({ bytes = 0 }) => bytes).toSorted((a, b) => a - b));
    expect(told.at(-1)?.bytes).to.be.above(1_000);
  });

  it('tells of each finding as a failure, of one group or of all', async () => {
    const root = await preserve('letters/1911');
    await preserve('letters/1912');
    const { bytes, dependencies } = repository;
    const { bucket } = dependencies.places.repository;
    await bytes.delete(bucket, [`${root}/v1/content/a`]);
    await bytes.put({ bucket, key: 'root/abc/stray' }, Buffer.from('x'));
    const gone = { code: 'E092', archivalGroup: 'letters/1911', key: `${root}/v1/content/a` };
    const all = await audit(null);
    expect(all.failures).to.have.length(2);
    expect(all.failures.find(({ code }) => code === 'E092')).to.include(gone);
    expect(all.failures.find(({ code }) => code === 'E072')).to.include({ archivalGroup: null, key: 'root/abc/stray' });
    expect(all.summary).to.include({ objects: 2, findings: 2 });
    expect((await audit('letters/1911')).failures[0]).to.include(gone);
    expect((await audit('letters/1912')).failures).to.deep.equal([]);
  });

  it('says where there is no such group', async () => {
    const { failures } = await audit('letters/no such');
    expect(failures.map(({ message }) => message)).to.deep.equal(['There is no archival group letters/no%20such.']);
  });

  it('stops at the next object once its signal is aborted', async () => {
    await preserve('letters/1911');
    const reason = new Error('cancelled');
    expect(await failureOf(audit(null, AbortSignal.abort(reason)))).to.equal(reason);
  });
});
