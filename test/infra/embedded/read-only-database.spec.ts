import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openToRead, type ReadOnlyDatabase } from '../../../infra/embedded/read-only-database.js';
import { closeDatabase, openDatabase } from '../../../infra/embedded/sqlite.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const module = (name: string): string => new URL(`../../../infra/embedded/${name}.js`, import.meta.url).href;

/** Runs a script in another process, and answers what it prints. */
const elsewhere = (script: string): string =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }).stdout.trim();

const ROWS = 50;

/** Makes a database of some rows in another process, which then ends in order, or is killed. */
const make = (path: string, isKilled: boolean): void => {
  const end = isKilled ? `process.kill(process.pid, 'SIGKILL')` : 'closeDatabase(database)';
  elsewhere(`
    import { closeDatabase, openDatabase } from ${JSON.stringify(module('sqlite'))};
    const database = openDatabase(${JSON.stringify(path)});
    database.exec('CREATE TABLE rows (number INTEGER)');
    for (let number = 0; number < ${ROWS}; number++) database.exec('INSERT INTO rows VALUES (' + number + ')');
    ${end};`);
};

describe('a database that is opened to be read', () => {
  const folder = temporaryFolder();
  // A name with what means something in a URI.
  const path = (): string => join(folder(), 'Bücher 100%?#&.sqlite');

  const contents = (): string[] =>
    readdirSync(folder()).map((name) => {
      const bytes = readFileSync(join(folder(), name));
      return `${name} ${createHash('sha256').update(bytes).digest('hex')}`;
    });

  const rows = ({ database }: ReadOnlyDatabase): unknown =>
    Object.values(database.prepare('SELECT count(*) FROM rows').get() as object)[0];

  const codeOfOpening = (open: () => unknown): unknown => {
    try {
      open();
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
    return 'opened';
  };

  for (const isKilled of [false, true])
    describe(`whose writer was ${isKilled ? 'killed' : 'ended in order'}`, () => {
      beforeEach(() => make(path(), isKilled));

      it('has every commit, for several readers at once, and stays as it is', () => {
        const before = contents();
        expect(before).to.have.length(isKilled ? 3 : 1);
        const readers = [openToRead(path()), openToRead(path())];
        expect(readers.map(rows)).to.deep.equal([ROWS, ROWS]);
        const other = elsewhere(`
          import { openToRead } from ${JSON.stringify(module('read-only-database'))};
          const { database } = openToRead(${JSON.stringify(path())});
          console.log(database.prepare('SELECT count(*) AS found FROM rows').get().found);`);
        expect(other).to.equal(String(ROWS));
        expect(() => readers[0]?.database.exec('DELETE FROM rows')).to.throw('readonly');
        expect(contents()).to.deep.equal(before);
        for (const reader of readers) reader.close();
        expect(contents()).to.deep.equal(before);
      });

      it('cannot be opened for writing, here or elsewhere, until the last reader closes it', () => {
        const readers = [openToRead(path()), openToRead(path())];
        readers.forEach(rows);
        readers[0]?.close();
        expect(codeOfOpening(() => openDatabase(path()))).to.equal('database-in-use');
        const other = elsewhere(`
          import { openDatabase } from ${JSON.stringify(module('sqlite'))};
          try { openDatabase(${JSON.stringify(path())}) } catch (error) { console.log(error.code) }`);
        expect(other).to.equal('database-in-use');
        expect(rows(readers[1] as ReadOnlyDatabase)).to.equal(ROWS);
        readers[1]?.close();
        const written = openDatabase(path());
        expect(codeOfOpening(() => openToRead(path()))).to.equal('database-in-use');
        closeDatabase(written);
        expect(readdirSync(folder())).to.have.length(1);
      });
    });

  it('is refused where only a writer can repair it, and nothing is made beside it', () => {
    make(path(), true);
    renameSync(`${path()}-shm`, join(folder(), 'index'));
    const before = contents();
    expect(codeOfOpening(() => openToRead(path()))).to.equal('database-not-readable');
    expect(contents()).to.deep.equal(before);
    rmSync(`${path()}-wal`);
    renameSync(join(folder(), 'index'), `${path()}-shm`);
    expect(codeOfOpening(() => openToRead(path()))).to.equal('database-not-readable');
    expect(contents()).to.have.length(2);
  });

  it('is refused where it is missing, or no database', () => {
    expect(codeOfOpening(() => openToRead(path()))).to.equal('database-not-readable');
    expect(contents()).to.deep.equal([]);
    expect(codeOfOpening(() => openToRead(new URL(import.meta.url).pathname))).to.equal('database-damaged');
  });
});
