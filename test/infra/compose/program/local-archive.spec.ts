import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ArchiveFault, piecesOf, type Archive } from '../../../../clients/archive/archive.js';
import { localArchive } from '../../../../infra/compose/program/local/local-archive.js';
import { openLocalStores } from '../../../../infra/compose/program/local/local-stores.js';
import { findDataFolder } from '../../../../infra/embedded/data-folder.js';
import { collected } from '../../../support/collected.js';
import { failureOf } from '../../../support/failure-of.js';
import { sha256Of } from '../../../support/sha256.js';
import { preserveEnd } from '../../../support/command-line/preserve-end.js';

/** Every file of a folder with its digest, its mode and its time. */
const contentsOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mode, mtimeMs, size } = lstatSync(join(folder, name));
      const digest =
        (mode & 0o170000) === 0o100000
          ? createHash('sha256')
              .update(readFileSync(join(folder, name)))
              .digest('hex')
          : '';
      return [name, mode.toString(8), mtimeMs, size, digest].join(' ');
    });

describe('an archive that is read from its data folder, which stays as it is', () => {
  let root: string;
  let data: string;
  let archive: Archive;
  let asItWas: string[];

  const preserve = async (message: string): Promise<void> => {
    const words = [join(root, 'box'), '--as', 'letters/1911', '--message', message, '--agent', 'ada'];
    const { code, messages } = await preserveEnd(words, { environment: { MUNIMENT_DATA: data } });
    expect(code, messages).to.equal(0);
  };
  const open = async (): Promise<Archive> => localArchive(openLocalStores((await findDataFolder(data))!));

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-look-'));
    data = join(root, 'data');
    await mkdir(join(root, 'box/pictures'), { recursive: true });
    await writeFile(join(root, 'box/index.csv'), 'a;b\n');
    await writeFile(join(root, 'box/pictures/mill.svg'), '<svg/>');
    await preserve('First version');
    await rename(join(root, 'box/pictures/mill.svg'), join(root, 'box/pictures/the mill.svg'));
    await writeFile(join(root, 'box/index.csv'), 'a;b\nc;d\n');
    await preserve('Mill renamed');
    asItWas = contentsOf(data);
    archive = await open();
  });
  after(async () => {
    await archive.close();
    expect(contentsOf(data)).to.deep.equal(asItWas);
    await rm(root, { recursive: true });
  });

  it('lists the files of a version, with what the METS says where that is wanted', async () => {
    const of = (described: boolean) => collected(archive.files('letters/1911', 2, 'objects/index.csv', { described }));
    const value = createHash('sha256').update('a;b\nc;d\n').digest('hex');
    const same = { size: 8, since: 2, digest: { algorithm: 'sha256', value } };
    const [[full], [plain]] = [await of(true), await of(false)];
    expect(full).to.deep.include({ ...same, originalName: 'objects/index.csv' });
    expect(plain).to.deep.include({ ...same, originalName: null });
  });

  it('tells of a METS that has other bytes than were preserved, where what it says is wanted', async () => {
    const damaged = join(root, 'damaged');
    await cp(data, damaged, { recursive: true });
    const found = readdirSync(damaged, { recursive: true, encoding: 'utf8' });
    const mets = join(damaged, found.find((path) => path.endsWith('v2/content/mets.xml')) ?? '');
    const bytes = await readFile(mets);
    await chmod(mets, 0o644);
    await writeFile(mets, bytes.toString().replace('the mill', 'the hill'));
    const opened = localArchive(openLocalStores((await findDataFolder(damaged))!));
    const of = (described: boolean) => collected(opened.files('letters/1911', 2, '', { described }));
    const [expected, actual] = [bytes, await readFile(mets)].map((each) => sha256Of(each));
    const fault = await failureOf(of(true));
    expect(fault)
      .to.be.instanceOf(ArchiveFault)
      .and.to.include({
        code: 'damaged',
        message: `letters/1911@v2, mets.xml, is damaged: expected ${expected}, found ${actual}.`,
      });
    expect(await of(false)).to.have.lengthOf(3);
    await opened.close();
  });

  it('gives the bytes of a file of any version, from any of them on', async () => {
    const file = { stored: 'objects/index.csv', size: 0 };
    const read = async (version: number, from?: number): Promise<string> =>
      Buffer.concat(await collected(piecesOf(await archive.open('letters/1911', version, file, from)))).toString();
    expect(await read(1)).to.equal('a;b\n');
    expect(await read(2, 4)).to.equal('c;d\n');
  });

  it('lists the jobs of the read models', async () => {
    const imports = await collected(archive.jobs({ group: 'letters/1911', kinds: ['import'], states: ['completed'] }));
    expect(imports.map(({ version }) => version)).to.deep.equal(['v2', 'v1']);
  });

  it('lists the same jobs from the log alone', async () => {
    const listed = await collected(archive.jobs());
    const alone = localArchive(openLocalStores({ ...(await findDataFolder(data))!, documents: join(root, 'none') }));
    expect(await collected(alone.jobs())).to.deep.equal(listed);
    await alone.close();
  });
});
