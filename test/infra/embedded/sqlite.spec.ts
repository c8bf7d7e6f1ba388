import { expect } from 'chai';
import { closeDatabase, openDatabase, transact, writeFault, type Database } from '../../../infra/embedded/sqlite.js';

describe('an embedded database', () => {
  let database: Database;
  beforeEach(() => {
    database = openDatabase(':memory:');
    database.exec('CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT); PRAGMA max_page_count = 10');
  });
  afterEach(() => closeDatabase(database));

  const add = (id: number, length: number) => () =>
    transact(database, () => database.prepare('INSERT INTO texts VALUES (?, ?)').run(id, 'x'.repeat(length)));

  it('syncs each commit, and with it the name of its log', () =>
    expect(database.prepare('PRAGMA synchronous').get()).to.deep.include({ synchronous: 2 }));

  it('tells that there is no room for what is written, until something is written', () => {
    expect(add(1, 100_000)).to.throw('database full');
    expect(writeFault(database)).to.include({ code: 'database-full' });
    add(2, 10)();
    expect(writeFault(database)).to.equal(null);
  });

  it('tells nothing of the disk where it refuses what should be written itself', () => {
    add(1, 10)();
    expect(add(1, 10)).to.throw();
    expect(writeFault(database)).to.equal(null);
  });
});
