import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { ByteStoreFault } from '../../../formats/bytes.js';
import {
  auditData,
  openAuditedRepository,
  rootOf,
  type AuditResult,
  type AuditedRepository,
} from '../../support/repository/audited-repository.js';
import { faulty, type PortCall } from '../../support/faults/faulty.js';
import { until } from '../../support/scheduling/until.js';

/** The key that a call writes; empty where it writes none. */
const writtenBy = ({ method, args }: PortCall): string => {
  const place = method === 'copy' ? args[1] : method === 'put' ? args[0] : null;
  return (place as { readonly key: string } | null)?.key ?? '';
};

const NEW = 'letters/new';
const OLD = 'letters/old';
const GROUPS = [OLD, NEW];
/** The version that each import makes. */
const COMING: Readonly<Record<string, string>> = { [NEW]: 'v1', [OLD]: 'v2' };

/** An import of a new group and one of an update, both before a key that is refused below the object root. */
const standing = async (before: RegExp): Promise<AuditedRepository> => {
  const refused = new Set<string>();
  let isOn = false;
  const repository = await openAuditedRepository({
    ports: (between) => ({
      ...between,
      bytes: faulty(between.bytes, (call, moment) => {
        const key = writtenBy(call);
        const group = GROUPS.find((each) => key.startsWith(`${rootOf(each)}/`));
        if (!isOn || moment !== 'before' || group === undefined) return;
        if (!before.test(key.slice(rootOf(group).length + 1))) return;
        refused.add(group);
        throw new ByteStoreFault('store-unavailable', 'the store is away');
      }),
    }),
  });
  await repository.preserve(OLD, { a: '1', b: '2' });
  isOn = true;
  for (const group of GROUPS) {
    // It fails of the platform's stop.
    repository.preserve(group, { a: 'one', b: '2', c: '3', d: '4' }).catch(() => undefined);
    await until(`the import of ${group} stands`, () => refused.has(group));
  }
  await repository.platform.stop();
  return repository;
};

describe('an audit while imports are on their way', () => {
  let copying: AuditedRepository;
  let publishing: AuditedRepository;

  before(async () => {
    copying = await standing(/^v\d+\/content\/objects\/c$/);
    publishing = await standing(/^inventory\.json\.sha256$/);
  });
  after(async () => {
    await copying.remove();
    await publishing.remove();
  });

  const expectNothing = async (data: string): Promise<void> => {
    const { exit, found, summary, messages } = await auditData(data);
    expect({ exit, found, messages }).to.deep.equal({ exit: 0, found: [], messages: '' });
    expect(summary).to.match(/; 2 jobs under way\.$/);
    for (const group of GROUPS) expect((await auditData(data, group)).summary).to.match(/; 1 job under way\.$/);
  };

  it('finds nothing while content is copied', () => expectNothing(copying.data));

  it('finds nothing between the last inventory and its sidecar', () => expectNothing(publishing.data));

  it('finds nothing at any earlier step of publishing', async () => {
    const data = await publishing.copy();
    const step = async (undo: (object: string, coming: string, group: string) => Promise<void>): Promise<void> => {
      for (const group of GROUPS) await undo(join(data, 'ocfl', rootOf(group)), COMING[group] ?? '', group);
      await expectNothing(data);
    };
    await step(async (object, _, group) => {
      if (group === OLD) await cp(join(object, 'v1/inventory.json'), join(object, 'inventory.json'));
      else await rm(join(object, 'inventory.json'));
    });
    await step(async (object, coming) => {
      await rm(join(object, coming, 'inventory.json.sha256'));
      if (coming === 'v1') await rm(join(object, '0=ocfl_object_1.1'));
    });
    await step((object, coming) => rm(join(object, coming, 'inventory.json')));
  });

  /** What is found in a copy after damage to one group. */
  const damaged = async (
    repository: AuditedRepository,
    group: string,
    damage: (object: string, data: string) => Promise<unknown>,
  ): Promise<AuditResult> => {
    const data = await repository.copy();
    await damage(join(data, 'ocfl', rootOf(group)), data);
    return auditData(data, group);
  };

  it('finds damage beside what is on its way', async () => {
    const { found } = await damaged(publishing, OLD, async (object) => {
      await writeFile(join(object, 'v1/content/objects/a'), 'x');
      await writeFile(join(object, 'v2/content/objects/stray'), 'x');
    });
    expect(found).to.deep.equal(['E092 v1/content/objects/a', 'E023 v2/content/objects/stray']);
  });

  it('finds a key that no job writes, beside the content that one does', async () => {
    const { found } = await damaged(copying, OLD, (object) => writeFile(join(object, 'v2/stray'), 'x'));
    expect(found).to.include('E046 v2');
  });

  it('finds content that the version to come has lost', async () => {
    const { found } = await damaged(publishing, NEW, (object) => rm(join(object, 'v1/content/objects/d')));
    expect(found).to.deep.equal(['E092 v1/content/objects/d']);
  });

  it('finds a root inventory that is neither the one before nor the one decided', async () => {
    const { found, rows } = await damaged(publishing, OLD, (object) =>
      writeFile(join(object, 'inventory.json'), 'ink'),
    );
    expect(found).to.deep.equal(['inventory-not-decided inventory.json']);
    expect(rows[0]?.expected).to.match(/^[0-9a-f]{64} or [0-9a-f]{64}$/);
  });

  it('finds a sidecar that is neither', async () => {
    const { found } = await damaged(publishing, OLD, (object) =>
      writeFile(join(object, 'inventory.json.sha256'), 'ink'),
    );
    expect(found).to.deep.equal(['E060 inventory.json.sha256']);
  });

  it('finds that a decided version can no longer be published', async () => {
    const { found } = await damaged(publishing, OLD, async (object, data) => {
      const database = new DatabaseSync(join(data, 'objects.sqlite'));
      database.prepare(`DELETE FROM objects WHERE bucket = 'muniment-staging'`).run();
      database.close();
      await rm(join(object, 'v2/inventory.json'));
    });
    expect(found).to.include('decided-inventory-lost v2/inventory.json');
  });
});

describe('an audit after a job was abandoned', () => {
  it('finds what the job has left behind', async () => {
    const group = 'letters/1911';
    let isOn = false;
    const repository = await openAuditedRepository({
      ports: (between) => ({
        ...between,
        bytes: faulty(between.bytes, (call, moment) => {
          if (!isOn || moment !== 'before') return;
          if (call.method === 'copy' && writtenBy(call).endsWith('/c'))
            throw new ByteStoreFault('store-denied', 'copies are refused');
          if (call.method === 'delete') throw new ByteStoreFault('store-unavailable', 'the store is away');
        }),
      }),
    });
    try {
      await repository.preserve(group, { a: '1' });
      isOn = true;
      const end = repository.preserve(group, { a: 'one', b: '2', c: '3' });
      const message = await end.then(String, (error: unknown) => (error as Error).message);
      expect(message).to.match(/^The import failed: .* No version was made\.$/);
    } finally {
      await repository.platform.stop();
    }
    const { found, exit } = await auditData(repository.data);
    expect(exit).to.equal(1);
    expect(found).to.include('abandoned-content v2/content/objects/b');
    expect(found.every((each) => each.startsWith('abandoned-content v2/content/'))).to.equal(true);
    const folder = join(repository.data, 'ocfl', rootOf(group), 'v2');
    expect(await readdir(folder)).to.deep.equal(['content']);
    await rm(folder, { recursive: true });
    expect((await auditData(repository.data)).exit).to.equal(0);
    await repository.remove();
  });
});
