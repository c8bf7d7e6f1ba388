import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { GroupCommit } from '../../../../../infra/embedded/s3-server/index/group-commit.js';
import { closeDatabase, openDatabase, type Database } from '../../../../../infra/embedded/sqlite.js';
import { heldSyncs } from '../../../../support/faults/held-syncs.js';

describe('the group commit of the object index', () => {
  let database: Database;
  beforeEach(() => {
    database = openDatabase(':memory:');
    database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)');
  });
  afterEach(() => closeDatabase(database));

  const held = () => {
    const { begun, sync } = heldSyncs();
    const disk = { refuses: false };
    const repair = (): void => {
      if (disk.refuses) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
    };
    return { begun, disk, commit: new GroupCommit(database, { sync: () => sync('log'), repair }) };
  };
  const adding = (n: number) => (): void => void database.prepare('INSERT INTO numbers VALUES (?)').run(n);
  const count = (): unknown => database.prepare('SELECT count(*) AS n FROM numbers').get();

  it('lets all who come during a sync share the next one', async () => {
    const { begun, commit } = held();
    const first = commit.write(adding(0));
    await setImmediate();
    expect(begun).to.have.length(1);
    const others = Array.from({ length: 10 }, (_, index) => commit.write(adding(index + 1)));
    await setImmediate();
    expect(begun).to.have.length(1);
    begun[0]!.end();
    await first;
    while (begun.length < 2) await setImmediate();
    expect(count()).to.deep.equal({ n: 11 });
    begun[1]!.end();
    await Promise.all(others);
    expect(begun).to.have.length(2);
  });

  it('lets a work that refuses undo and reject itself alone', async () => {
    const { begun, commit } = held();
    const before = commit.write(() => {
      adding(0)();
      return count();
    });
    const refusing = commit.write(() => {
      adding(1)();
      throw new Error('no');
    });
    const after = commit.write(() => {
      adding(2)();
      return count();
    });
    await setImmediate();
    begun[0]!.end();
    expect(await refusing.catch((error: unknown) => (error as Error).message)).to.equal('no');
    expect(await before).to.deep.equal({ n: 1 });
    expect(await after).to.deep.equal({ n: 2 });
    expect(count()).to.deep.equal({ n: 2 });
  });

  const codeOf = (write: Promise<void>): Promise<unknown> =>
    write.then(
      () => 'written',
      (error: unknown) => (error as { code?: unknown }).code,
    );

  it('takes no more writes while the disk refuses a sync, not even those that waited for its end', async () => {
    const { begun, disk, commit } = held();
    disk.refuses = true;
    const first = codeOf(commit.write(adding(1)));
    await setImmediate();
    const waiting = codeOf(commit.write(adding(2)));
    begun[0]!.end(new Error('EIO'));
    expect(await first).to.equal('outcome-unknown');
    expect(await waiting).to.equal('database-unavailable');
    expect(await codeOf(commit.write(adding(3)))).to.equal('database-unavailable');
    expect(commit.fault()).to.include({ code: 'database-unavailable' });
    await commit.close();
  });

  it('takes writes again once what a refused sync left is durable', async () => {
    const { begun, commit } = held();
    const first = codeOf(commit.write(adding(1)));
    await setImmediate();
    begun[0]!.end(new Error('EIO'));
    expect(await first).to.equal('outcome-unknown');
    expect(commit.fault()).to.equal(null);
    const second = codeOf(commit.write(adding(2)));
    await setImmediate();
    begun[1]!.end();
    expect(await second).to.equal('written');
    expect(count()).to.deep.equal({ n: 2 });
  });

  it('writes at its close what still waits, and waits until that is durable', async () => {
    const { begun, commit } = held();
    const first = commit.write(adding(1));
    await setImmediate();
    const second = commit.write(adding(2));
    const closed = commit.close();
    for (const sync of begun) sync.end();
    await Promise.all([first, second, closed]);
    expect(count()).to.deep.equal({ n: 2 });
  });
});
