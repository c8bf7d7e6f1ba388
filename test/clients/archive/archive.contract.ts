import { expect } from 'chai';
import {
  ArchiveFault,
  piecesOf,
  type Archive,
  type ArchivedFile,
  type ArchiveFaultCode,
} from '../../../clients/archive/archive.js';
import { isError } from '../../../formats/ocfl/finding.js';
import { examineObject } from '../../../formats/ocfl/validation/examine-object.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { compareUtf8 } from '../../../formats/paths/utf8-order.js';
import { collected } from '../../support/collected.js';
import { CONTENTS, ODD_NAMES } from '../../support/archive/contents.js';
import { memoryObject } from '../../support/archive/object-of.js';
import { openedOnce } from '../../support/platform/opened.js';
import { sha256Of } from '../../support/sha256.js';

/** An archive that has the contents (contents.ts) below a container. */
export interface ArchiveWithContents {
  readonly archive: Archive;
  readonly container: string;
}

const faultOf = async (work: () => Promise<unknown>): Promise<ArchiveFaultCode | null> => {
  try {
    await work();
    return null;
  } catch (error) {
    expect(error).to.be.instanceOf(ArchiveFault);
    return (error as ArchiveFault).code;
  }
};

/** What every archive that is read promises. */
export const archiveContract = (name: string, open: () => Promise<ArchiveWithContents>): void => {
  describe(`archive contract: ${name}`, () => {
    const opened = openedOnce(open, ({ archive }) => archive.close());
    const at = (path: string): string => `${opened.container}/${path}`;
    const letters = (): string => at('letters/1911');
    const bytesOf = async (group: string, version: number, stored: string, from?: number): Promise<string> => {
      const [file] = await collected(opened.archive.files(group, version, stored));
      if (file === undefined) throw new Error(`no file ${stored}`);
      return Buffer.concat(await collected(piecesOf(await opened.archive.open(group, version, file, from)))).toString();
    };
    const stored = async (group: string, version: number, below?: string): Promise<string[]> =>
      (await collected(opened.archive.files(group, version, below))).map((file) => file.stored);

    describe('a place', () => {
      it('is a container, of which the root is one', async () => {
        for (const path of ['', opened.container, at('letters')])
          expect(await opened.archive.place(path)).to.deep.equal({ kind: 'container', path });
      });

      it('is a group, also of a path below it, whatever is there', async () => {
        const group = { kind: 'group', path: letters(), name: 'Letters of 1911', head: 3 };
        expect(await opened.archive.place(letters())).to.deep.equal({ ...group, below: '' });
        for (const below of ['pictures', 'pictures/the mill.svg', 'nothing/at all'])
          expect(await opened.archive.place(`${letters()}/${below}`)).to.deep.equal({ ...group, below });
      });

      it('is none where nothing is, and then has the names beside it', async () => {
        const none = await opened.archive.place(at('letters/1912'));
        expect(none).to.deep.equal({ kind: 'none', nearest: at('letters'), names: ['1911', '1911-12'] });
        const far = await opened.archive.place(at('a/b/c'));
        expect(far).to.deep.include({ kind: 'none', nearest: opened.container });
      });
    });

    describe('the children of a container', () => {
      it('are its containers and groups by name, with the newest versions of groups', async () => {
        const children = await collected(opened.archive.children(opened.container));
        expect(children.map(({ kind, path, head }) => [kind, path, head])).to.deep.equal([
          ['group', at('adopted'), 2],
          ['container', at('letters'), null],
          ['group', at('odd names'), 1],
        ]);
        expect(children.map(({ modified }) => modified === null)).to.deep.equal([false, true, false]);
        const below = await collected(opened.archive.children(at('letters')));
        expect(below.map(({ path, name }) => [path, name])).to.deep.equal([
          [at('letters/1911'), 'Letters of 1911'],
          [at('letters/1911-12'), 'Letters of 1911 and 1912'],
        ]);
      });

      it('are those of the root, too', async () => {
        const found = await collected(opened.archive.children(''));
        expect(found.map(({ path }) => path)).to.include(opened.container);
        expect(found.map(({ path }) => path)).to.deep.equal(found.map(({ path }) => path).sort(compareUtf8));
      });

      it('are not those of what is no container', async () => {
        for (const path of [letters(), at('nowhere')])
          expect(await faultOf(() => collected(opened.archive.children(path)))).to.equal('not-found');
      });
    });

    describe('the versions of a group', () => {
      it('are all of them, newest first, with what each changed', async () => {
        const versions = await collected(opened.archive.versions(letters()));
        expect(versions.map(({ version, agent, message }) => [version, agent, message])).to.deep.equal([
          [3, 'ada', 'Back to the first index'],
          [2, 'ben', null],
          [1, 'ada', 'First version'],
        ]);
        expect(versions.map(({ counts }) => counts)).to.deep.equal([
          { added: 0, changed: 1, renamed: 1, deleted: 0 },
          { added: 1, changed: 1, renamed: 1, deleted: 1 },
          { added: 5, changed: 0, renamed: 0, deleted: 0 },
        ]);
      });

      it('have the sums of the depositor’s files, and of what is beside them', async () => {
        const [newest] = await collected(opened.archive.versions(letters()));
        const { files } = CONTENTS.groups[0]!.versions[2]!;
        const bytes = Object.values(files).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
        expect(newest).to.deep.include({ files: 5, bytes });
        expect(newest?.beside.files).to.equal(1);
        expect(newest?.beside.bytes).to.be.above(0);
      });

      it('have their dates, the newest first', async () => {
        const times = (await collected(opened.archive.versions(letters()))).map(({ made }) => Date.parse(made));
        expect(times).to.deep.equal([...times].sort((a, b) => b - a));
        expect(times.every((time) => time > 0)).to.equal(true);
      });

      it('are those of a group alone', async () => {
        for (const path of [at('letters'), at('nowhere'), `${letters()}/objects`])
          expect(await faultOf(() => collected(opened.archive.versions(path)))).to.equal('not-found');
      });
    });

    describe('the files of a version', () => {
      it('are all that are stored, in the order of their bytes', async () => {
        expect(await stored(letters(), 2)).to.deep.equal([
          'mets.xml',
          'objects/empty.txt',
          'objects/index.csv',
          'objects/letter.txt',
          'objects/pictures-old.txt',
          'objects/pictures/the mill.svg',
        ]);
      });

      it('are those of a folder or a file, where that is wanted', async () => {
        expect(await stored(letters(), 1, 'objects/pictures')).to.deep.equal(['objects/pictures/mill.svg']);
        expect(await stored(letters(), 1, 'objects/index.csv')).to.deep.equal(['objects/index.csv']);
        expect(await stored(letters(), 1, 'objects/pic')).to.deep.equal([]);
      });

      it('have sizes, digests, and the versions since which they are so', async () => {
        const files = await collected(opened.archive.files(letters(), 3, 'objects'));
        const shown = ({ stored: path, size, digest, since }: ArchivedFile) => [path, size, digest.value, since];
        const { files: texts } = CONTENTS.groups[0]!.versions[2]!;
        const since: Readonly<Record<string, number>> = {
          'objects/index.csv': 3,
          'objects/letter.txt': 2,
          'objects/pictures/old mill.svg': 3,
        };
        expect(files.map(shown)).to.deep.equal(
          Object.entries(texts)
            .map(([path, { text }]) => [path, Buffer.byteLength(text), sha256Of(text), since[path] ?? 1] as const)
            .sort(([one], [other]) => compareUtf8(one, other)),
        );
        expect(new Set(files.map(({ digest }) => digest.algorithm))).to.deep.equal(new Set(['sha256']));
      });

      it('have what their METS says of them', async () => {
        const [picture] = await collected(opened.archive.files(letters(), 1, 'objects/pictures'));
        const { mediaType, format, virus, fileDate } = picture!;
        expect({ mediaType, format, virus }).to.deep.equal({
          mediaType: 'text/plain',
          format: { name: 'Scalable Vector Graphics', version: null, key: 'fmt/92' },
          virus: { found: false, name: null },
        });
        expect(new Date(fileDate ?? '').toISOString()).to.equal('1998-02-11T08:30:00.000Z');
        const [infected] = await collected(opened.archive.files(letters(), 1, 'objects/to be sorted'));
        expect(infected?.virus).to.deep.equal({ found: true, name: 'Eicar-Test-Signature' });
        const [plain] = await collected(opened.archive.files(letters(), 1, 'objects/index.csv'));
        expect([plain?.format, plain?.virus]).to.deep.equal([null, null]);
      });

      it('have odd names as they are', async () => {
        const expected = ODD_NAMES.map((each) => `objects/${each}`).sort(compareUtf8);
        expect(await stored(at('odd names'), 1, 'objects')).to.deep.equal(expected);
        for (const path of expected) expect(await stored(at('odd names'), 1, path)).to.deep.equal([path]);
      });

      it('are known of an object that another program wrote, by its own digests', async () => {
        const files = await collected(opened.archive.files(at('adopted'), 2));
        expect(files.map(({ stored: path, size, since }) => [path, size, since])).to.deep.equal([
          ['notes.txt', 6, 2],
          ['objects/a.txt', 3, 1],
          ['objects/c.txt', 3, 2],
        ]);
        expect(files.map(({ digest }) => [digest.algorithm, digest.value.length])).to.deep.equal(
          files.map(() => ['sha512', 128]),
        );
        expect(files.map(({ format, virus }) => [format, virus])).to.deep.equal(files.map(() => [null, null]));
        const [newest] = await collected(opened.archive.versions(at('adopted')));
        expect(newest).to.deep.include({ agent: 'Maja', message: 'moved', files: 2, bytes: 6 });
        expect(newest?.counts).to.deep.equal({ added: 0, changed: 0, renamed: 1, deleted: 0 });
        expect(newest?.beside).to.deep.equal({ files: 1, bytes: 6 });
      });

      it('are not those of a version or a group that is not there', async () => {
        const { archive } = opened;
        expect(await faultOf(() => collected(archive.files(letters(), 4)))).to.equal('version-not-found');
        expect(await faultOf(() => collected(archive.files(at('letters'), 1)))).to.equal('not-found');
        expect(await faultOf(() => collected(archive.files(at('nowhere'), 1)))).to.equal('not-found');
      });
    });

    describe('the bytes of a file', () => {
      it('are those of the version', async () => {
        expect(await bytesOf(letters(), 1, 'objects/index.csv')).to.equal('a;b\n');
        expect(await bytesOf(letters(), 2, 'objects/index.csv')).to.equal('a;b\nc;d\n');
        expect(await bytesOf(letters(), 1, 'objects/to be sorted/page.txt')).to.equal('not really a virus');
        expect(await bytesOf(at('adopted'), 1, 'objects/b.txt')).to.equal('two');
      });

      it('are none of an empty file', async () => {
        expect(await bytesOf(letters(), 1, 'objects/empty.txt')).to.equal('');
      });

      it('begin where they are wanted', async () => {
        expect(await bytesOf(letters(), 2, 'objects/index.csv', 4)).to.equal('c;d\n');
        expect(await bytesOf(letters(), 2, 'objects/index.csv', 8)).to.equal('');
      });

      it('are there under odd names', async () => {
        for (const each of ODD_NAMES)
          expect(await bytesOf(at('odd names'), 1, `objects/${each}`)).to.equal(`in ${each}`);
      });

      it('are not there where the version does not have the file', async () => {
        const file = { stored: 'objects/letter.txt', size: 1 };
        expect(await faultOf(() => opened.archive.open(letters(), 1, file))).to.equal('not-found');
      });
    });

    describe('the OCFL object of a group', () => {
      const objectAt = async (group: string, version: number): Promise<ReadonlyMap<string, Buffer>> => {
        const { archive } = opened;
        const files = new Map<string, Buffer>();
        for await (const { stored: path, size } of archive.objectFiles(group, version)) {
          const read = await collected(
            piecesOf(await archive.openObjectFile(group, version, { stored: path, size: size ?? 0 })),
          );
          files.set(path, Buffer.concat(read));
          expect(files.get(path)?.length, path).to.equal(size);
        }
        return files;
      };

      it('is valid, newest or as it was with a version, and has nothing that no digest covers', async () => {
        for (const [group, version] of [
          [letters(), 3],
          [letters(), 1],
          [at('odd names'), 1],
          [at('adopted'), 2],
          [at('adopted'), 1],
        ] as const) {
          const files = await objectAt(group, version);
          expect([...files.keys()]).to.deep.equal([...files.keys()].sort(compareUtf8));
          const { findings, unnamed, root } = await examineObject(memoryObject(files));
          expect(findings.filter(isError)).to.deep.equal([]);
          expect(unnamed).to.deep.equal([]);
          expect([root?.id, root?.head]).to.deep.equal([ocflId(group), `v${version}`]);
        }
      });

      it('gives the bytes of a file from where they are wanted', async () => {
        const { archive } = opened;
        const [declared] = await collected(archive.objectFiles(letters(), 3));
        const file = { stored: declared!.stored, size: declared!.size ?? 0 };
        const from = async (start: number): Promise<string> =>
          Buffer.concat(await collected(piecesOf(await archive.openObjectFile(letters(), 3, file, start)))).toString();
        expect([await from(0), await from(5), await from(file.size)]).to.deep.equal([
          'ocfl_object_1.1\n',
          'object_1.1\n',
          '',
        ]);
      });

      it('is not there of a version, a group or a file that is not there', async () => {
        const { archive } = opened;
        const open = (stored: string) => archive.openObjectFile(letters(), 3, { stored, size: 1 });
        expect(await faultOf(() => collected(archive.objectFiles(letters(), 4)))).to.equal('version-not-found');
        expect(await faultOf(() => collected(archive.objectFiles(at('nowhere'), 1)))).to.equal('not-found');
        for (const path of ['v1/content/nothing', 'v1/content', '../0=ocfl_1.1', 'v4/inventory.json'])
          expect(await faultOf(() => open(path)), path).to.equal('not-found');
      });
    });

    describe('the changes of a path', () => {
      const changes = async (group: string, below: string) =>
        (await collected(opened.archive.changesOf(group, below))).map(({ version, file }) => [
          version,
          file?.kind,
          file?.stored,
          file?.from,
        ]);

      it('follow a file to the names that it had before', async () => {
        expect(await changes(letters(), 'objects/pictures/old mill.svg')).to.deep.equal([
          [3, 'renamed', 'objects/pictures/old mill.svg', 'objects/pictures/the mill.svg'],
          [2, 'renamed', 'objects/pictures/the mill.svg', 'objects/pictures/mill.svg'],
          [1, 'added', 'objects/pictures/mill.svg', null],
        ]);
      });

      it('begin with the new name of a file that was renamed', async () => {
        expect(await changes(letters(), 'objects/pictures/mill.svg')).to.deep.equal([
          [2, 'renamed', 'objects/pictures/the mill.svg', 'objects/pictures/mill.svg'],
          [1, 'added', 'objects/pictures/mill.svg', null],
        ]);
      });

      it('begin with the deletion of a file that is gone', async () => {
        expect(await changes(letters(), 'objects/to be sorted/page.txt')).to.deep.equal([
          [2, 'deleted', 'objects/to be sorted/page.txt', null],
          [1, 'added', 'objects/to be sorted/page.txt', null],
        ]);
      });

      it('leave out versions that changed nothing of it', async () => {
        expect((await changes(letters(), 'objects/letter.txt')).map(([version]) => version)).to.deep.equal([2]);
        expect((await changes(letters(), 'objects/index.csv')).map(([version, kind]) => [version, kind])).to.deep.equal(
          [
            [3, 'changed'],
            [2, 'changed'],
            [1, 'added'],
          ],
        );
      });

      it('have the size and the digest that the file got', async () => {
        const [newest] = await collected(opened.archive.changesOf(letters(), 'objects/index.csv'));
        expect(newest?.file).to.deep.include({ size: 4, digest: { algorithm: 'sha256', value: sha256Of('a;b\n') } });
      });

      it('are counted of a folder', async () => {
        const found = await collected(opened.archive.changesOf(letters(), 'objects/pictures'));
        expect(found.map(({ version, counts, files, file }) => [version, counts, files, file])).to.deep.equal([
          [3, { added: 0, changed: 0, renamed: 1, deleted: 0 }, 1, null],
          [2, { added: 0, changed: 0, renamed: 1, deleted: 0 }, 1, null],
          [1, { added: 1, changed: 0, renamed: 0, deleted: 0 }, 1, null],
        ]);
      });

      it('are none where nothing ever was', async () => {
        expect(await changes(letters(), 'objects/never.txt')).to.deep.equal([]);
      });
    });

    describe('a comparison', () => {
      const at = (version: number, below = '', group = letters()) => ({ group, version, below });

      it('has the changes of each kind, and what is the same', async () => {
        const compared = await opened.archive.compare(at(1, 'objects'), at(2, 'objects'));
        expect(compared).to.deep.include({ counts: { added: 1, changed: 1, renamed: 1, deleted: 1 }, same: 2 });
        expect(compared.newer.files).to.equal(5);
        const sha256 = (text: string) => ({ algorithm: 'sha256', value: sha256Of(text) });
        const [changed] = await collected(compared.changes('changed'));
        expect(changed).to.deep.equal({
          ...{ kind: 'changed', stored: 'objects/index.csv', from: null, size: 8, goneFolder: null },
          ...{ digest: sha256('a;b\nc;d\n'), digestBefore: sha256('a;b\n') },
        });
        const [renamed] = await collected(compared.changes('renamed'));
        expect(renamed).to.include({ stored: 'objects/pictures/the mill.svg', from: 'objects/pictures/mill.svg' });
        const [deleted] = await collected(compared.changes('deleted'));
        expect(deleted).to.deep.include({
          stored: 'objects/to be sorted/page.txt',
          goneFolder: 'objects/to be sorted',
        });
        expect(deleted?.digest).to.equal(null);
        expect((await collected(compared.changes('added'))).map(({ stored }) => stored)).to.deep.equal([
          'objects/letter.txt',
        ]);
      });

      it('can be of files with other names, of two groups, and of digests of another algorithm', async () => {
        const odd = `${opened.container}/odd names`;
        const name = `objects/${ODD_NAMES[2]}`;
        const compared = await opened.archive.compare(at(1, name, odd), at(1, 'objects/index.csv'));
        expect(compared).to.deep.include({ counts: { added: 0, changed: 1, renamed: 0, deleted: 0 }, same: 0 });
        const adopted = `${opened.container}/${CONTENTS.adopted.path}`;
        const [first] = await collected((await opened.archive.compare(at(1), at(1, '', adopted))).changes('added'));
        expect(first?.digest?.algorithm).to.equal(CONTENTS.adopted.algorithm);
      });
    });

    describe('a report', () => {
      it('has versions, events and what the METS says in sum', async () => {
        const report = await opened.archive.report(letters(), 2);
        expect([report.version.version, report.version.files, report.olderVersions]).to.deep.equal([2, 5, 0]);
        expect(report.versions.map(({ version }) => version)).to.deep.equal([3, 2, 1]);
        expect(report.findings).to.include({ scanned: 1, infected: 0, identified: 1 });
        const svg = { name: 'Scalable Vector Graphics', version: null, key: 'fmt/92', files: 1, bytes: 41 };
        expect(report.formats).to.deep.equal([svg]);
        expect(report.files?.map(({ stored }) => stored)).to.include('objects/pictures/the mill.svg');
        expect(report.events.map(({ type }) => type)).to.include('VersionPublished');
        expect(report.olderEvents).to.equal(false);
      });

      it('is not there for a group or a version that is not there', async () => {
        expect(await faultOf(() => opened.archive.report(`${opened.container}/none`, 1))).to.equal('not-found');
        expect(await faultOf(() => opened.archive.report(letters(), 9))).to.be.oneOf([
          'not-found',
          'version-not-found',
        ]);
      });
    });

    describe('the search', () => {
      const find = async (wanted: Parameters<Archive['search']>[0]): Promise<string[]> =>
        (await collected(opened.archive.search(wanted)))
          .filter(({ group }) => group.startsWith(opened.container))
          .map(({ group, stored: path, version }) => `${group.slice(opened.container.length + 1)} ${path} v${version}`)
          .sort(compareUtf8);

      it('finds files of the newest versions by a part of their path, in any casing', async () => {
        expect(await find({ text: `${opened.container}/letters/1911/objects/PICTURES` })).to.deep.equal([
          'letters/1911 objects/pictures-old.txt v3',
          'letters/1911 objects/pictures/old mill.svg v3',
        ]);
      });

      it('finds files by their digest', async () => {
        expect(await find({ digest: sha256Of('Dear Clara,') })).to.deep.equal(['letters/1911 objects/letter.txt v3']);
        expect(await find({ digest: sha256Of('a;b\nc;d\n') })).to.deep.equal([]);
      });

      it('finds files by the date of the version that changed them', async () => {
        const [, second] = await collected(opened.archive.versions(letters()));
        const text = `${opened.container}/letters/1911/objects`;
        const since = second!.made;
        expect(await find({ text, since })).to.deep.equal([
          'letters/1911 objects/index.csv v3',
          'letters/1911 objects/letter.txt v3',
          'letters/1911 objects/pictures/old mill.svg v3',
        ]);
        expect(await find({ text, since: new Date(Date.now() + 86_400_000).toISOString() })).to.deep.equal([]);
      });
    });

    describe('what happened', () => {
      it('is told of a group, newest first', async () => {
        const events = await collected(opened.archive.history(letters()));
        const times = events.map(({ at: time }) => Date.parse(time));
        expect(times).to.deep.equal([...times].sort((a, b) => b - a));
        expect(events.filter(({ type }) => type === 'VersionPublished')).to.have.lengthOf(3);
      });

      it('includes the jobs of a group, and of all', async () => {
        const own = await collected(opened.archive.jobs({ group: letters() }));
        expect(own.map((job) => job['kind'])).to.deep.equal(['import', 'import', 'import']);
        const odd = await collected(opened.archive.jobs({ group: at('odd names') }));
        expect(odd).to.have.lengthOf(1);
        const all = await collected(opened.archive.jobs());
        expect(all.map(({ id }) => id)).to.include.members(own.map(({ id }) => id));
      });

      it('includes only the jobs of some kinds, and in some states, where that is wanted', async () => {
        const of = { group: letters() };
        const jobs = async (...choice: Parameters<Archive['jobs']>) =>
          (await collected(opened.archive.jobs(...choice))).map(({ id }) => id);
        const own = await jobs(of);
        expect(await jobs({ ...of, kinds: ['export', 'import'], states: ['completed', 'running'] })).to.deep.equal(own);
        expect(await jobs({ ...of, kinds: ['export'] })).to.deep.equal([]);
        expect(await jobs({ ...of, states: ['waiting', 'running'] })).to.deep.equal([]);
      });
    });
  });
};
