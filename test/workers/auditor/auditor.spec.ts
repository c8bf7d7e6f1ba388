import { expect } from 'chai';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { faulty } from '../../support/faults/faulty.js';
import { importOnce, outcomeOf, settle } from '../support/import-once.js';
import { openRepository, type Repository } from '../support/repository.js';
import { auditedMeanwhile, auditOf } from '../../support/oracle/audit-of.js';
import { openedForEach } from '../../support/platform/opened.js';
import { keysIn } from '../../support/s3/keys-in.js';

describe('the auditor beside a platform that works', () => {
  const repository = openedForEach(openRepository);

  const work = async (group: string, operations: Parameters<Repository['submit']>[1]): Promise<void> => {
    const task = await repository.submit(group, operations);
    await importOnce(repository.dependencies, task);
    await settle(repository.dependencies, task);
  };

  const imports = async (group: string, versions: number, name = 'a'): Promise<void> => {
    await work(group, [await repository.put('add-binary', name, `${group} 1`)]);
    for (let version = 2; version <= versions; version++)
      await work(group, [
        await repository.put('patch-binary', name, `${group} ${version}`),
        await repository.put('add-binary', `${name}${version}`, `${group} b ${version}`),
      ]);
  };

  it('finds nothing however often it looks while versions are made', async () => {
    const groups = ['letters/1911', 'letters/1912', 'letters/1913'];
    const all = Promise.all(groups.map((group) => imports(group, 5, group.replace('letters/', '')))).then(
      () => undefined,
    );
    const { findings, audits } = await auditedMeanwhile(repository.dependencies, all);
    expect(findings).to.deep.equal([]);
    expect(audits).to.be.above(2);
    const { looked } = await auditOf(repository.dependencies);
    expect(looked.map(({ versions }) => versions)).to.deep.equal([5, 5, 5]);
  });

  it('reports findings with full keys and the group', async () => {
    await imports('letters/1911', 2);
    const { bytes, dependencies } = repository;
    const { bucket, root } = objectPlaceOf(dependencies, 'letters/1911');
    await bytes.delete(bucket, [`${root}/v1/content/a`]);
    await bytes.put({ bucket, key: `${root}/v1/extra` }, Buffer.from('x'));
    await bytes.put({ bucket, key: 'root/abc/stray' }, Buffer.from('x'));
    for (const quick of [false, true]) {
      const { findings } = await auditOf(dependencies, { quick });
      expect(findings.map(({ code, group, key }) => [code, group, key])).to.have.deep.members([
        ['E072', null, 'root/abc/stray'],
        ['E092', 'letters/1911', `${root}/v1/content/a`],
        ['E015', 'letters/1911', `${root}/v1/extra`],
      ]);
    }
  });

  it('finds a group whose version 1 is published and which has no object', async () => {
    await imports('letters/1911', 1);
    const { bytes, dependencies } = repository;
    const { bucket, root } = objectPlaceOf(dependencies, 'letters/1911');
    const keys = await keysIn(bytes, bucket, `${root}/`);
    await bytes.delete(bucket, keys);
    const { findings } = await auditOf(dependencies);
    expect(findings.map(({ code, key }) => [code, key])).to.deep.equal([['object-missing', root]]);
  });

  it('finds a key whose bytes the store does not give, and continues with the others', async () => {
    await imports('letters/1911', 2);
    const bytes = faulty(repository.bytes, ({ method, args }, moment) => {
      if (method !== 'get' || moment !== 'before') return;
      if ((args[0] as { key: string }).key.endsWith('/v1/content/a')) throw new ByteStoreFault('store-denied', 'no');
    });
    const { findings } = await auditOf(repository.over({ bytes }));
    expect(findings).to.have.length(1);
    expect(findings[0]?.key).to.match(/\/v1\/content\/a$/);
    expect(findings[0]?.code).to.equal('key-unreadable');
  });

  it('gives up when the store is away, and says nothing of what it did not see', async () => {
    await imports('letters/1911', 1);
    const bytes = faulty(repository.bytes, ({ method }, moment) => {
      if (method === 'get' && moment === 'before') throw new ByteStoreFault('store-unavailable', 'away');
    });
    const outcome = await auditOf(repository.over({ bytes })).catch((error: unknown) => error);
    expect(outcome).to.include({ code: 'store-unavailable' });
  });

  it('keeps a job that failed from counting against anyone, once it is swept', async () => {
    const refusing = faulty(repository.bytes, ({ method }, moment) => {
      if (method === 'copy' && moment === 'before') throw new ByteStoreFault('store-denied', 'no');
    });
    const task = await repository.submit('letters/1911', [await repository.put('add-binary', 'a', 'x')]);
    await importOnce(repository.over({ bytes: refusing }), task);
    await settle(repository.dependencies, task);
    expect(await outcomeOf(repository.dependencies, task)).to.not.equal(1);
    expect((await auditOf(repository.dependencies)).findings).to.deep.equal([]);
  });
});
