import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditData } from '../../support/repository/audited-repository.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';

describe('a platform whose index of objects was lost', () => {
  let root: string;
  let data: string;
  const told: unknown[] = [];
  const unheard = (): void => undefined;
  const log = () => ({
    ...{ warn: unheard, info: unheard, debug: unheard },
    error: (_text: string, fields?: object) => void told.push(fields),
  });
  const start = (): Promise<TestPlatform> => startTestPlatform({ data, log });

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-lost-index-'));
    data = join(root, 'data');
    const platform = await start();
    const { body } = await platform.call('POST', '/deposits', {});
    const { pathname } = new URL((body as { files: string }).files);
    await platform.s3.put(
      { bucket: platform.ready.s3.workspaceBucket, key: `${pathname.slice(1)}objects/a.txt` },
      Buffer.from('a'),
    );
    await platform.settle();
    await platform.stop();
    for (const end of ['', '-wal', '-shm']) await rm(join(data, `objects.sqlite${end}`), { force: true });
  });
  after(() => rm(root, { recursive: true, force: true }));

  const sentence =
    /^the index \S+objects\.sqlite was lost, or is older than \S+objects: \d+ files? there without a name, which/;

  it('says so when it starts and by its readiness, at every start', async () => {
    for (let each = 0; each < 2; each++) {
      told.length = 0;
      const platform = await start();
      const response = await fetch(`${platform.ready.operations}/ready`);
      const { faults } = (await response.json()) as { readonly faults: readonly string[] };
      await platform.stop();
      expect(response.status).to.equal(503);
      expect(faults.join()).to.match(sentence);
      expect(told).to.deep.include({ says: faults[0] });
    }
  });

  it('is told so by the audit', async () => {
    const { exit, rows } = await auditData(data);
    expect(exit).to.equal(1);
    expect(rows.map(({ code }) => code)).to.deep.equal(['names-lost']);
    expect(rows[0]?.message).to.match(sentence);
  });
});
