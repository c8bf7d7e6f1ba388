import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { httpArchive } from '../../clients/api/http-archive.js';
import { cat } from '../../clients/command-line/verbs/cat/cat.js';
import { ls } from '../../clients/command-line/verbs/ls/ls.js';
import { restore } from '../../clients/command-line/verbs/restore/restore.js';
import { verify } from '../../clients/command-line/verbs/verify/verify.js';
import type { Verb } from '../../clients/command-line/program/verb.js';
import { isError } from '../../formats/ocfl/finding.js';
import { examineObject } from '../../formats/ocfl/validation/examine-object.js';
import { ocflId } from '../../formats/paths/repository-path.js';
import { folderObject } from '../formats/ocfl/folder-object.js';
import { preserveEnd } from '../support/command-line/preserve-end.js';
import { runVerb, type VerbRun, type VerbSurroundings } from '../support/command-line/run-verb.js';
import { openedOnce } from '../support/platform/opened.js';
import { adoptData } from '../support/repository/adopted-data.js';
import { putForeign } from '../support/repository/foreign-object.js';
import { startTestPlatform } from '../support/platform/test-platform.js';

const SCRIPTS = ['Brief an Jürgen', 'γράμμα', 'письмо', 'رسالة', 'מכתב', 'चिट्ठी', '手紙'];

const NAMES = [
  ...SCRIPTS.map((name) => `${name}.txt`),
  'a "quoted" name.txt',
  'back\\slash.txt',
  'two\nlines\r.txt',
  '100 % sure.txt',
  'a%20b%.txt',
  'blank page #7.txt',
  '-rf',
  '--help',
  'plan@v2',
  '*.txt',
  `${'x'.repeat(251)}.txt`,
  `手紙/${'ü'.repeat(125)}.tif`,
  ' spaces /  ',
];

describe('odd names, and digests of another algorithm, over HTTP', () => {
  const platform = openedOnce(
    () => startTestPlatform(),
    (it) => it.remove(),
  );
  let root = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-odd-'));
  });
  after(() => rm(root, { recursive: true }));

  const place = (name: string): string => join(root, name);
  const run = (verb: Verb, words: readonly string[], around: VerbSurroundings = {}): Promise<VerbRun> =>
    runVerb(verb, words, { archive: httpArchive(platform.ready.preservation), ...around });
  /** All files below a folder, with their texts. */
  const contentsOf = async (folder: string): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      found[path.slice(folder.length + 1)] = await readFile(path, 'utf8');
    }
    return found;
  };

  it('come back in every form', async () => {
    const wanted: Record<string, string> = Object.fromEntries(NAMES.map((name) => [name, `in ${name}`]));
    for (const [name, text] of Object.entries(wanted)) {
      await mkdir(dirname(join(place('scans'), name)), { recursive: true });
      await writeFile(join(place('scans'), name), text);
    }
    const words = [place('scans'), '--as', 'letters/odd'];
    const preserved = await preserveEnd(words, { server: platform.ready.preservation });
    expect(preserved.code, preserved.messages).to.equal(0);

    const { records } = await run(ls, ['-r', 'letters/odd'], { form: 'json' });
    const listed = records.flatMap((record) => ('path' in record ? [String(record.path)] : []));
    expect(listed).to.include.members(NAMES.map((name) => `letters/odd/${name}`));
    for (const name of NAMES) {
      const { bytes, fault } = await run(cat, [`letters/odd/${name}@v1`]);
      expect(fault, name).to.equal(null);
      expect(bytes.toString(), name).to.equal(wanted[name]);
    }

    for (const form of ['files', 'bag', 'zip', 'tar', 'ocfl']) {
      const to = place(form);
      const restored = await run(restore, ['letters/odd', '--as', form, '--to', to]);
      expect(restored.fault?.message ?? null, form).to.equal(null);
      const { code, out } = await run(verify, ['letters/odd@v1', to]);
      expect(code, `${form}: ${out}`).to.equal(0);
    }
    expect(await contentsOf(place('files'))).to.deep.equal(wanted);
    expect(await contentsOf(join(place('bag'), 'data'))).to.deep.equal(wanted);
    expect(await contentsOf(join(place('ocfl'), 'v1/content/objects'))).to.deep.equal(wanted);
    const { findings, unnamed } = await examineObject(folderObject(place('ocfl')));
    expect([findings.filter(isError), unnamed]).to.deep.equal([[], []]);
  });

  it('of an adopted object with SHA-512: it is listed, printed, restored and verified', async () => {
    const { data } = platform;
    await platform.call('PUT', '/repository/adopted');
    const version = { created: '2019-01-01T02:03:04Z', user: 'Maja', message: 'deposited' };
    const versions = [
      { ...version, files: { 'objects/a.txt': 'one' } },
      { ...version, created: '2020-01-01T02:03:04Z', files: { 'objects/a.txt': 'one', 'objects/b.txt': 'two' } },
    ];
    await putForeign(join(data, 'ocfl'), { id: ocflId('adopted/maps'), algorithm: 'sha512', versions });
    const adopted = await adoptData(data);
    expect(adopted.exit, adopted.messages).to.equal(0);

    const { out } = await run(ls, ['-l', 'adopted/maps']);
    expect(out).to.match(/ 3 B .* v2 +sha512:[0-9a-f]{12}… +b\.txt\n/);
    expect((await run(cat, ['adopted/maps/b.txt'])).out).to.equal('two');
    expect((await run(verify, ['adopted/maps'])).code).to.equal(0);
    for (const form of ['files', 'bag', 'zip', 'tar', 'ocfl']) {
      const to = place(`sha512-${form}`);
      const restored = await run(restore, ['adopted/maps', '--as', form, '--to', to]);
      expect(restored.fault?.message ?? null, form).to.equal(null);
      const compared = await run(verify, ['adopted/maps', to]);
      expect(compared.code, `${form}: ${compared.out}`).to.equal(0);
    }
    expect(await contentsOf(place('sha512-files'))).to.deep.equal({ 'a.txt': 'one', 'b.txt': 'two' });
  });
});
