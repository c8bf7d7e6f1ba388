import { closeSync, cpSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import { openDatabase } from '../../../infra/embedded/sqlite.js';
import { openForReading } from '../../../infra/search-index/tables/schema.js';
import { openSubstringIndex } from '../../../infra/search-index/open-substring-index.js';
import type { SearchLimits } from '../../../infra/search-index/bounded-searches.js';
import type { SubstringIndex } from '../../../projections/search/substring-index.js';
import { textOf } from '../../contracts/substring-index.contract.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;
const FIRST = { page: 0, pageSize: 10 };
const PAGE_BYTES = 4096;

/** Moves what is in the journal into the file. */
const moveIntoFile = (path: string): void => {
  const database = openDatabase(path, { exclusive: false });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
};

describe('a search index on the disk', () => {
  const opened: SubstringIndex[] = [];
  const warnings: object[] = [];
  const folder = temporaryFolder(async () => {
    for (const index of opened.splice(0)) await index.close();
    warnings.splice(0);
  });
  const open = async (limits: Partial<SearchLimits> = {}): Promise<SubstringIndex> => {
    const log = { warn: (_message: string, fields: object = {}) => void warnings.push(fields) };
    const index = await openSubstringIndex({ folder: folder(), log, limits });
    opened.push(index);
    return index;
  };
  const fileOf = (slot: number): string => join(folder(), String(slot), 'index.sqlite');
  /** Overwrites everything from a page on. */
  const damage = (from: number): void => {
    const file = openSync(fileOf(1), 'r+');
    const pages = statSync(fileOf(1)).size / PAGE_BYTES;
    for (let page = from; page < pages; page++)
      writeSync(file, Buffer.alloc(PAGE_BYTES, 0xff), 0, PAGE_BYTES, page * PAGE_BYTES);
    closeSync(file);
  };
  const filled = async (): Promise<SubstringIndex> => {
    const index = await open();
    const put = Array.from({ length: 3_000 }, (_, number) => textOf(`objects/page-${number}.tif`, number));
    await index.apply({ put, remove: [], position: at(7) });
    return index;
  };
  const total = async (index: SubstringIndex, needle = 'objects/'): Promise<number> =>
    (await index.search(needle, FIRST, '')).total;
  const codeOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'answered',
      (error: unknown) => (error as { code: string }).code,
    );

  it('answers from a copy of the folder of a process that has ended, as that did', async () => {
    const first = await filled();
    await first.close();
    const copied = join(folder(), 'of another machine');
    cpSync(join(folder(), '1'), join(copied, '1'), { recursive: true });
    const log = { warn: (_message: string, fields: object = {}) => void warnings.push(fields) };
    const copy = await openSubstringIndex({ folder: copied, log });
    opened.push(copy);
    expect(await copy.position()).to.equal(at(7));
    expect(await total(copy)).to.equal(3_000);
    await copy.apply({ put: [textOf('objects/one-more.tif', 1)], remove: [], position: at(8) });
    expect(await total(copy)).to.equal(3_001);
    expect(warnings).to.deep.equal([]);
  });

  it('is kept for each process by itself, and is found again', async () => {
    const first = await filled();
    const second = await open();
    expect(await second.position()).to.equal(null);
    expect(await total(second)).to.equal(0);
    await first.close();
    const third = await open();
    expect(await third.position()).to.equal(at(7));
    expect(await total(third)).to.equal(3_000);
    expect(warnings).to.deep.equal([]);
  });

  it('is begun anew where it is no database, and says so', async () => {
    await (await filled()).close();
    moveIntoFile(fileOf(1));
    writeFileSync(fileOf(1), 'no database at all, but long enough to look like one'.repeat(200));
    const index = await open();
    expect(await index.position()).to.equal(null);
    expect(warnings).to.deep.equal([{ file: fileOf(1), because: 'it cannot be read' }]);
    await index.apply({ put: [textOf('objects/new')], remove: [], position: at(1) });
    expect(await total(index)).to.equal(1);
  });

  it('is begun anew where it was damaged while it was closed', async () => {
    await (await filled()).close();
    moveIntoFile(fileOf(1));
    damage(2);
    const index = await open();
    expect(await index.position()).to.equal(null);
    expect(warnings).to.deep.equal([{ file: fileOf(1), because: 'it cannot be read' }]);
  });

  it('is begun anew where another version of the software made it', async () => {
    await (await filled()).close();
    const database = openDatabase(fileOf(1), { exclusive: false });
    database.exec('PRAGMA user_version = 99');
    database.close();
    const index = await open();
    expect(await index.position()).to.equal(null);
    expect(warnings).to.deep.equal([{ file: fileOf(1), because: 'it is of another version' }]);
  });

  it('does not go on where it is damaged while it is open, until its position was asked for', async () => {
    const index = await filled();
    moveIntoFile(fileOf(1));
    damage(1);

    expect(await codeOf(index.search('objects/', FIRST, ''))).to.equal('index-lost');
    const change = { put: [textOf('objects/new')], remove: [], position: at(8) };
    expect(await codeOf(index.apply(change)), 'a change without what came before').to.equal('index-lost');
    expect(await codeOf(index.search('a', FIRST, ''))).to.equal('index-lost');
    expect(await index.position()).to.equal(null);
    expect(warnings).to.deep.equal([{ file: fileOf(1), because: 'it was found corrupt' }]);
    await index.apply(change);
    expect(await total(index)).to.equal(1);
  });

  it('is begun anew on request, while that of another process in the folder goes on', async () => {
    const other = await filled();
    const log = { warn: (_message: string, fields: object = {}) => void warnings.push(fields) };
    const own = await openSubstringIndex({ folder: folder(), log });
    opened.push(own);
    await own.apply({ put: [textOf('objects/old')], remove: [], position: at(9) });
    await own.beginAnew();
    expect([await own.position(), await total(own)]).to.deep.equal([null, 0]);
    expect(warnings).to.deep.equal([{ file: fileOf(2), because: 'it was given up' }]);
    await own.apply({ put: [textOf('objects/new')], remove: [], position: at(1) });
    expect([await total(own), await total(other)]).to.deep.equal([1, 3_000]);
    await other.close();
    expect(await total(await open())).to.equal(3_000);
  });

  it('cannot be opened where its folder cannot be made', async () => {
    writeFileSync(join(folder(), 'file'), '');
    const log = { warn: () => undefined };
    const opening = openSubstringIndex({ folder: join(folder(), 'file', 'below'), log });
    expect(await codeOf(opening)).to.equal('index-lost');
  });

  it('gives up a search after its time, and answers the next one', async () => {
    const index = await open({ searchMs: 0 });
    await index.apply({ put: [textOf('objects/a')], remove: [], position: at(1) });
    expect(await codeOf(index.search('objects/', FIRST, ''))).to.equal('search-timeout');
    expect(await index.position()).to.equal(at(1));
  });

  it('counts again what has changed since a search', async () => {
    const index = await open();
    const entries = Array.from({ length: 1_000 }, (_, number) => textOf(`objects/page-${number}`, number));
    await index.apply({ put: entries, remove: [], position: at(1) });
    expect(await total(index, 'objects/p')).to.equal(1_000);
    await index.apply({
      put: [textOf('other', 3, { key: 'objects/page-3' })],
      remove: ['objects/page-999'],
      position: at(2),
    });
    expect(await total(index, 'objects/p')).to.equal(998);
    await index.close();
    expect(await total(await open(), 'objects/p')).to.equal(998);
  });

  it('finds a text by a needle of thousands of characters, and no text that has only its end', async () => {
    const index = await open();
    const long = Array.from({ length: 4_000 }, (_, number) => 'abcü/€0'[(number * number) % 7]).join('');
    await index.apply({ put: [textOf(`x${long}`), textOf(long, 1)], remove: [], position: at(1) });
    expect(await total(index, long)).to.equal(2);
    expect((await index.search(`x${long}`, FIRST, '')).entries).to.deep.equal([textOf(`x${long}`)]);
  });

  it('can be copied while it is read and written, and is whole where it is found again', async () => {
    const index = await filled();
    const copy = join(folder(), '2', 'index.sqlite');
    mkdirSync(dirname(copy));
    const reading = openForReading(fileOf(1));
    const searched = total(index);
    const changed = index.apply({ put: [textOf('objects/new')], remove: [], position: at(8) });
    reading.exec(`VACUUM INTO '${copy}'`);
    reading.close();
    expect(await searched).to.be.oneOf([3_000, 3_001]);
    await changed;
    const copied = await open();
    const isChanged = (await copied.position()) === at(8);
    expect(await total(copied)).to.equal(isChanged ? 3_001 : 3_000);
    expect(await total(copied, 'OBJECTS/PAGE-29')).to.equal(111);
    expect(warnings).to.deep.equal([]);
  });

  it('answers many searches at once, the same and others', async () => {
    const index = await filled();
    const needles = Array.from({ length: 200 }, (_, number) => `page-${number % 20}`);
    const totals = await Promise.all(needles.map((needle) => total(index, needle)));
    const naive = needles.map(
      (needle) =>
        Array.from({ length: 3_000 }, (_, number) => `page-${number}`).filter((text) => text.includes(needle)).length,
    );
    expect(totals).to.deep.equal(naive);
  });
});
