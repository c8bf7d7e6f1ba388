import { expect } from 'chai';
import { switchedSource } from './switched-source.js';
import { syncsIn } from './syncs-in.js';

const textsIn = (source: string): string[] => syncsIn('some.ts', source).map(({ text }) => text);

describe('the syncs in a source', () => {
  it('are the calls of what has the name of a sync, wherever it comes from', () =>
    expect(
      textsIn(`
        file.sync(); await this.#syncNames(above); fs.fsyncSync(log); fdatasync(log, done); syncOpen(folder)
        readFileSync(path); lstatSync(path); syncs.wrote(1); const syncing = begin(); unsynced();
      `),
    ).to.deep.equal([
      'file.sync()',
      'this.#syncNames(above)',
      'fs.fsyncSync(log)',
      'fdatasync(log, done)',
      'syncOpen(folder)',
    ]));

  it('are also what a function of such a name waits for', () =>
    expect(
      textsIn(`
        class Folders { async sync(folder) { await this.making.get(folder); await this.#syncNames(folder); other(); } }
        const syncAll = async () => { await begun; };
        const read = async () => { await begun; };
      `),
    ).to.deep.equal(['this.making.get(folder)', 'this.#syncNames(folder)', 'begun']));

  it('are also the settings by which SQLite syncs', () =>
    expect(textsIn("exec('PRAGMA synchronous = FULL; BEGIN'); exec('PRAGMA synchronous = OFF')")).to.deep.equal([
      "'PRAGMA synchronous = FULL; BEGIN'",
    ]));

  it('are each done unless it is taken out, by its number', () => {
    const source = 'export {};\nawait file.sync();\nfolders.sync(folder as string);\n';
    const { compiled, syncs } = switchedSource('some.ts', source, 7);
    expect(syncs.map(({ line }) => line)).to.deep.equal([2, 3]);
    expect(compiled).to.include('await (isTakenOut(7) ? Promise.resolve() : file.sync());');
    expect(compiled).to.include('(isTakenOut(8) ? Promise.resolve() : folders.sync(folder));');
  });
});
