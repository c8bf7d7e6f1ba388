import { expect } from 'chai';
import { callOn, type Call } from '../../../support/http/call-on.js';
import { readWhole } from '../../../../formats/read-whole.js';
import { openAuditedRepository } from '../../../support/repository/audited-repository.js';
import { openedOnce } from '../../../support/platform/opened.js';
import { until } from '../../../support/scheduling/until.js';

interface ShownExport {
  readonly id: string;
  readonly dateFinished: string | null;
  readonly files: readonly string[];
  readonly errors: readonly unknown[] | null;
  readonly detail?: string;
}

/** Another preservation service keeps its workspaces in a bucket of its own, below `deposits/` as this one does. */
describe('exports into the workspaces of another preservation service (storage service 2.1, 4.1)', () => {
  const repository = openedOnce(
    () => openAuditedRepository({ environment: { MUNIMENT_EXPORT_DESTINATIONS: 's3://their-bucket/deposits/' } }),
    async (each) => {
      await each.platform.stop();
      await each.remove();
    },
  );
  let call: Call;
  before(async () => {
    await repository.preserve('letters/1911', { 'a.txt': 'one' });
    call = callOn(repository.platform.ready.storage);
  });

  const requested = (deposit: string) => ({
    archivalGroup: `${repository.platform.ready.storage}/repository/letters/1911`,
    destination: `s3://their-bucket/deposits/${deposit}/`,
  });
  const textAt = async (key: string): Promise<string> =>
    (await readWhole(repository.platform.s3, { bucket: 'their-bucket', key })).bytes.toString();

  it('are made where the operator allows them, beside the folder keys that it put there before', async () => {
    for (const key of ['deposits/x2y3/', 'deposits/x2y3/objects/'])
      await repository.platform.s3.put({ bucket: 'their-bucket', key }, Buffer.alloc(0));
    const { status, body } = await call<ShownExport>('POST', '/export', requested('x2y3'));
    expect(status, JSON.stringify(body)).to.equal(201);
    const path = new URL(body.id).pathname;
    await until(
      'the export has finished',
      async () => (await call<ShownExport>('GET', path)).body.dateFinished !== null,
    );
    const { files, errors } = (await call<ShownExport>('GET', path)).body;
    expect([files.length, errors]).to.deep.equal([2, []]);
    expect(await textAt('deposits/x2y3/objects/a.txt')).to.equal('one');
  });

  it('are made of the METS alone for a new deposit there', async () => {
    const { status, body } = await call<ShownExport>('POST', '/exportMetsOnly', requested('m4n5'));
    expect([status, body.files]).to.deep.equal([200, ['s3://their-bucket/deposits/m4n5/mets.xml']]);
  });

  it('overwrite nothing there', async () => {
    const at = { bucket: 'their-bucket', key: 'deposits/k6p7/mets.xml' };
    await repository.platform.s3.put(at, Buffer.from('theirs'));
    for (const route of ['/export', '/exportMetsOnly']) {
      const { status, body } = await call<ShownExport>('POST', route, requested('k6p7'));
      expect([status, body.detail]).to.deep.equal([
        409,
        "There are objects below s3://their-bucket/deposits/k6p7/ already: 'mets.xml'.",
      ]);
    }
    expect(await textAt(at.key)).to.equal('theirs');
  });
});
