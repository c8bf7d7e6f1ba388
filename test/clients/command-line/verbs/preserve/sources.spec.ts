import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { CommandFault } from '../../../../../clients/command-line/command-fault.js';
import { exclusionOf } from '../../../../../clients/command-line/folder/exclusion.js';
import { inspectListed } from '../../../../../clients/command-line/verbs/preserve/listed-files.js';
import { readFolderSettings } from '../../../../../clients/command-line/folder/folder-settings.js';
import { oddNames } from '../../../../../clients/command-line/verbs/preserve/odd-names.js';
import {
  readPreserveOptions,
  type PreserveOptions,
} from '../../../../../clients/command-line/verbs/preserve/options.js';
import type { AgentSources } from '../../../../../clients/command-line/program/usual-agent.js';
import { readSettings } from '../../../../../clients/command-line/verbs/preserve/settings.js';
import { openSource, readSource } from '../../../../../clients/command-line/verbs/preserve/source.js';
import { asyncSource } from '../../../../../flow/streams/async-source.js';
import { quiet } from '../../../../support/command-line/quiet-progress.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const faultOf = (work: Promise<unknown>): Promise<unknown[]> =>
  work.then(
    () => ['no fault'],
    (error: unknown) => {
      if (!(error instanceof CommandFault)) throw error;
      return [error.message, error.about.next];
    },
  );

const NOBODY: AgentSources = { environment: {}, userAgent: null };

describe('what preserve reads', () => {
  const root = temporaryFolder();
  const put = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(root(), path, '..'), { recursive: true });
      await writeFile(join(root(), path), text);
    }
  };
  const options = (more: Partial<PreserveOptions> = {}): PreserveOptions => ({
    ...readPreserveOptions([root()], { as: 'letters/1911' }),
    ...more,
  });

  describe('of a list of names', () => {
    const list = (text: string | Buffer, separator: '\n' | '\0' = '\n') => ({
      chunks: asyncSource([...Buffer.from(text)].map((byte) => Buffer.from([byte]))),
      separator,
    });
    const nothing = exclusionOf([]);

    it('is each file once, by its path below the folder, and the folders above', async () => {
      await put({ 'a b.txt': '1', 'c/d/e.txt': '2', 'c/f.txt': '3' });
      const { folder } = await inspectListed(root(), list('./a b.txt\nc/d/e.txt\nc//d/./e.txt\nc\n\n'), nothing);
      expect(folder.files.map(({ path }) => path)).to.deep.equal(['a b.txt', 'c/d/e.txt']);
      expect(folder.folders).to.deep.equal(['c', 'c/d']);
    });

    it('may have any name between zero bytes, and leaves out what is excluded', async () => {
      await put({ 'line\nend.txt': '1', 'x/y.tmp': '2' });
      const names = list('line\nend.txt\0x/y.tmp', '\0');
      const { folder, leftOut } = await inspectListed(root(), names, exclusionOf(['*.tmp']));
      expect(folder.files.map(({ path }) => path)).to.deep.equal(['line\nend.txt']);
      expect(leftOut).to.deep.equal(['x/y.tmp']);
    });

    for (const name of ['../a', '/etc/passwd', 'a/../../b', '.'])
      it(`is refused where it has ${name}`, async () => {
        const [message] = await faultOf(inspectListed(root(), list(name), nothing));
        expect(message).to.equal(`${name} in the list is not below the folder you are in.`);
      });

    it('is refused where files are not there, which are named', async () => {
      await put({ a: '1' });
      expect(await faultOf(inspectListed(root(), list('a\nb\na/c\n'), nothing))).to.deep.equal([
        '2 names in the list are not there: b, a/c. No version was made.',
        'make the list again',
      ]);
    });

    it('tells of links, and of names that are not UTF-8', async () => {
      await symlink('x', join(root(), 'link'));
      const { obstacles } = await inspectListed(root(), list(Buffer.from('link\ncaf\xe9', 'latin1')), nothing);
      expect(obstacles.map(({ code }) => code)).to.deep.equal(['not-preservable', 'not-utf8']);
    });

    it('of 100,000 names is read in little memory', async () => {
      await put({ a: '1' });
      const names = function* (): Generator<Buffer> {
        for (let each = 0; each < 1_000; each++) yield Buffer.from('./a\n'.repeat(100));
      };
      const chunks = asyncSource(names());
      const { folder } = await inspectListed(root(), { chunks, separator: '\n' }, nothing);
      expect(folder.files).to.have.length(1);
    });
  });

  describe('of muniment.yaml', () => {
    const settings = async (text: string) => {
      await put({ 'muniment.yaml': text });
      return readFolderSettings(root());
    };

    const messageOf = async (work: Promise<unknown>): Promise<string> =>
      String((await faultOf(work))[0]).replaceAll(root(), 'scans');

    it('is group, exclude, tools and agent', async () => {
      const text = "group: letters/1911\nexclude: [junk, '*.tmp']\ntools: true\nagent: scanner 2\n";
      expect(await settings(text)).to.deep.equal({
        ...{ group: 'letters/1911', exclude: ['junk', '*.tmp'], tools: true, agent: 'scanner 2' },
      });
      expect(await settings('group: a\n')).to.deep.equal({ group: 'a', exclude: [], tools: false, agent: null });
    });

    for (const [text, message] of [
      ['group: a\nfolder: x\n', 'scans/muniment.yaml has the unknown key folder: group, exclude, tools or agent.'],
      ['group: a\nserver: http://x\n', 'scans/muniment.yaml names an archive (server), which a folder cannot choose.'],
      ['group: a\ndata: ./x\n', 'scans/muniment.yaml names an archive (data), which a folder cannot choose.'],
      ['group: a\ntools: perhaps\n', 'tools in scans/muniment.yaml is not true or false.'],
      ['group: a\nexclude: x\n', 'exclude in scans/muniment.yaml is not a list of patterns.'],
      ['agent: ada\n', 'scans/muniment.yaml does not name the group, such as group: letters/1911.'],
      ['- a\n', 'scans/muniment.yaml has no settings, such as group: letters/1911.'],
    ] as const)
      it(`is refused: ${JSON.stringify(text)}`, async () => {
        expect(await messageOf(settings(text))).to.equal(message);
      });

    it('is refused where it is no YAML, or names another of its parts', async () => {
      expect(await messageOf(settings('group: [\n'))).to.match(/^scans\/muniment\.yaml is not YAML: /);
      expect(await messageOf(settings('group: &a x\nagent: *a\n'))).to.match(/^scans\/muniment\.yaml is not YAML: /);
    });

    it('is read, and left out, only where no group is typed', async () => {
      await put({ 'muniment.yaml': 'group: letters/1911\nagent: scanner 2\n', a: '1' });
      const read = await readSettings(options({ as: null }), NOBODY);
      expect(read).to.deep.include({ segments: ['letters', '1911'] });
      expect(read.agent).to.include({ value: 'scanner 2', from: join(root(), 'muniment.yaml') });
      const { folder } = await openSource({ kind: 'folder', path: root() }, read);
      expect(folder.files.map(({ path }) => path)).to.deep.equal(['a']);
      const typed = await readSettings(options(), { ...NOBODY, environment: { MUNIMENT_AGENT: 'ada' } });
      expect(typed.agent).to.include({ value: 'ada', from: 'MUNIMENT_AGENT' });
      const whole = await openSource({ kind: 'folder', path: root() }, typed);
      expect(whole.folder.files.map(({ path }) => path)).to.deep.equal(['a', 'muniment.yaml']);
    });

    it('gives the agent before the settings of the user, after option and environment', async () => {
      await put({ 'muniment.yaml': 'group: letters/1911\nagent: scanner 2\n' });
      const all = { environment: { MUNIMENT_AGENT: 'ada' }, userAgent: { name: 'maja', from: 'config.yaml' } };
      const agentIn = async (chosen: Parameters<typeof options>[0], sources: AgentSources): Promise<string> => {
        const { agent } = await readSettings(options(chosen), sources);
        return `${agent.value} by ${agent.from}`;
      };
      expect(await agentIn({ as: null, agent: 'nina' }, all)).to.equal('nina by --agent');
      expect(await agentIn({ as: null }, all)).to.equal('ada by MUNIMENT_AGENT');
      const file = join(root(), 'muniment.yaml');
      expect(await agentIn({ as: null }, { ...all, environment: {} })).to.equal(`scanner 2 by ${file}`);
      expect(await agentIn({}, { ...all, environment: {} })).to.equal('maja by config.yaml');
      expect(await agentIn({}, NOBODY)).to.match(/ by login at this computer$/);
    });

    it('is missed where no group is typed', async () => {
      expect(await faultOf(readSettings(options({ as: null }), NOBODY))).to.deep.equal([
        `Which group? --as is missing, and ${root()} has no muniment.yaml that names it.`,
        `muniment preserve ${root()} --as <group>`,
      ]);
    });
  });

  describe('of a bag', () => {
    const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');
    const payload = { 'data/a.tif': 'A', 'data/b/c.tif': 'C' };
    const manifest = (algorithm: string): string =>
      Object.entries(payload)
        .map(([path, text]) => `${digest(algorithm, text)}  ${path}\n`)
        .join('');
    const bag = (more: Readonly<Record<string, string>> = {}): Promise<void> =>
      put({
        ...payload,
        'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
        'bag-info.txt': 'Contact-Name: Ada\n',
        'manifest-sha256.txt': manifest('sha256'),
        'manifest-md5.txt': manifest('md5'),
        ...more,
      });
    const read = async (exclude: readonly string[] = []) => {
      const settings = await readSettings(options({ exclude }), NOBODY);
      const source = await openSource({ kind: 'folder', path: root() }, settings);
      return { source, ...(await readSource(source, quiet)) };
    };

    it('is its payload as files and its tag files beside them, compared with every manifest', async () => {
      await bag();
      const { source, digests, bagText } = await read();
      expect(source.folder.files.map(({ path }) => path)).to.deep.equal(['a.tif', 'b/c.tif']);
      expect(source.folder.folders).to.deep.equal(['b']);
      expect([...digests.keys()]).to.deep.equal([
        'objects/a.tif',
        'objects/b/c.tif',
        'metadata/ad-hoc/bag/bag-info.txt',
        'metadata/ad-hoc/bag/bagit.txt',
        'metadata/ad-hoc/bag/manifest-md5.txt',
        'metadata/ad-hoc/bag/manifest-sha256.txt',
      ]);
      expect(digests.get('objects/a.tif')).to.equal(digest('sha256', 'A'));
      expect(bagText).to.equal(`Bag ${root()}: 2 of 2 files as in manifest-md5.txt and manifest-sha256.txt.`);
    });

    it('is compared whole, also where a file of it is left out', async () => {
      await bag();
      const { source, digests } = await read(['*.tif', '!b']);
      expect(source.folder.files).to.deep.equal([]);
      expect([...digests.keys()].filter((path) => path.startsWith('objects/'))).to.deep.equal([]);
      await rm(join(root(), 'data/a.tif'));
      expect((await faultOf(read(['*.tif'])))[0]).to.contain('missing data/a.tif');
    });

    it('is refused where files are missing or other', async () => {
      await bag({ 'data/b/c.tif': 'X' });
      await rm(join(root(), 'data/a.tif'));
      expect(await faultOf(read())).to.deep.equal([
        `The bag ${root()} is not complete: missing data/a.tif; 1 differs. No version was made.`,
        `muniment tools bag ${root()}`,
      ]);
      await bag({ 'data/more.tif': 'X' });
      expect((await faultOf(read()))[0]).to.match(
        / is not valid: data\/more\.tif: No payload manifest names it\. No version/,
      );
    });

    it('is refused where one of its manifests alone differs', async () => {
      await bag({ 'manifest-md5.txt': manifest('md5').replace(/^./, 'x'.replace('x', '0')).replace(/^0./, '00') });
      expect((await faultOf(read()))[0]).to.match(/ is not valid: 1 differs\. No version was made\.$/);
    });

    it('is none without a folder data', async () => {
      await put({ 'bagit.txt': 'BagIt-Version: 1.0\n', a: '1' });
      const { source } = await read();
      expect(source.bag).to.equal(null);
      expect(source.folder.files.map(({ path }) => path)).to.deep.equal(['a', 'bagit.txt']);
    });
  });

  it('has names that other programs cannot open, which are told', () => {
    const files = ['plain ä #.txt', 'a"b', 'back\\slash/x', 'line\nend', '100%'].map((path) => ({
      ...{ path, location: path, size: 0, modifiedMs: 0 },
    }));
    expect(oddNames({ files })).to.deep.equal([
      "rocfl 1.7 cannot open an object with the names a\"b, back\\slash/x, $'line\\nend'.",
      'bagit.py 1.9 cannot open a bag with the name 100%.',
    ]);
  });

  it('is refused with a name that is not UTF-8, or may not be read', async function () {
    const name = Buffer.concat([Buffer.from(`${root()}/Br`), Buffer.from([0xfc]), Buffer.from('cke.txt')]);
    await writeFile(name, 'x').catch(() => this.skip()); // some disks take no such name
    const settings = await readSettings(options(), NOBODY);
    expect(await faultOf(openSource({ kind: 'folder', path: root() }, settings))).to.deep.equal([
      `The name $'Br\\xfccke.txt' in ${root()} is not UTF-8. No version was made.`,
      `convmv -f latin1 -t utf8 -r ${root()}`,
    ]);
  });
});
