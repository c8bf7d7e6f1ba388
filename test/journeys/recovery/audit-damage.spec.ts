import { appendFile, cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { entryStream } from '../../../commands/container/entry-stream.js';
import {
  auditData,
  openAuditedRepository,
  rootOf,
  type AuditedRepository,
  type AuditResult,
  type Row,
} from '../../support/repository/audited-repository.js';
import { writable } from '../../support/repository/writable.js';

const GROUP = 'letters/1911';
const OTHER = 'letters/1912';
const LETTER = 'v1/content/objects/letter.txt';
const STATE = 'v2/content/.muniment/state.ndjson';

describe('an audit of a damaged repository', () => {
  let repository: AuditedRepository;
  let foreign: AuditedRepository;
  before(async () => {
    repository = await openAuditedRepository();
    await repository.preserve(GROUP, { 'letter.txt': 'Dear Clara', 'page/one.txt': 'one', 'page/two.txt': 'two' });
    await repository.preserve(GROUP, { 'letter.txt': 'Dear Clara', 'page/one.txt': 'one more', new: 'v2' }, '1911');
    await repository.preserve(OTHER, { 'a.txt': 'a' }, 'Letters of 1912');
    await repository.platform.stop();
    foreign = await openAuditedRepository();
    await foreign.preserve('letters/foreign', { 'a.txt': 'from elsewhere' });
    await foreign.platform.stop();
  });
  after(async () => {
    await repository.remove();
    await foreign.remove();
  });

  interface DamagedRepository {
    readonly data: string;
    readonly ocfl: string;
    /** A path in the object of the group. */
    readonly at: (path: string) => string;
  }

  /** The audit of a copy to which damage was done. */
  const audited = async (
    damage: (damaged: DamagedRepository) => Promise<unknown>,
    ...words: string[]
  ): Promise<AuditResult> => {
    const data = await repository.copy();
    const ocfl = join(data, 'ocfl');
    await damage({ data, ocfl, at: (path) => join(ocfl, rootOf(GROUP), path) });
    const result = await auditData(data, ...words);
    await rm(data, { recursive: true });
    expect(result.exit, result.messages).to.equal(1);
    expect(result.summary).to.match(new RegExp(`^${result.rows.length} findings?: `));
    return result;
  };

  const edit = async (file: string, change: (text: string) => string): Promise<void> => {
    const before = await readFile(file, 'utf8');
    const text = change(before);
    expect(text, `${file} is not changed`).to.not.equal(before);
    await writeFile(await writable(file), text);
  };

  /** Changes a fact in the log of a data folder. */
  const alterFact = (data: string, type: string, from: string, to: string): Promise<void> => {
    const database = new DatabaseSync(join(data, 'events.sqlite'));
    const { changes } = database
      .prepare(`UPDATE facts SET data = replace(data, ?, ?) WHERE type = ? AND data LIKE ?`)
      .run(from, to, type, `%${from}%`);
    database.close();
    expect(changes, 'facts altered').to.equal(1);
    return Promise.resolve();
  };

  /** Makes the entry of one path that of another. */
  const moveStream = (data: string, from: string, to: string): void => {
    const database = new DatabaseSync(join(data, 'events.sqlite'));
    const { changes } = database
      .prepare('UPDATE streams SET name = ? WHERE name = ?')
      .run(entryStream(to), entryStream(from));
    database.close();
    expect(changes, 'streams moved').to.equal(1);
  };

  const one = ({ rows }: AuditResult, code: string): Row => {
    const matching = rows.filter((row) => row.code === code);
    expect(matching, `${code} in ${JSON.stringify(rows)}`).to.have.length(1);
    return matching[0]!;
  };

  it('finds nothing before the damage', async () => {
    const { exit, found, summary, messages } = await auditData(await repository.copy());
    expect({ exit, found, messages }).to.deep.equal({ exit: 0, found: [], messages: '' });
    expect(summary).to.match(/^No findings: 2 objects, 3 versions, \d+ files, .* read\.$/);
  });

  it('names the file in which one byte is flipped, its group and both digests', async () => {
    const result = await audited(({ at }) => writeFile(at(LETTER), 'Dear Clarb'));
    expect(result.found).to.deep.equal([`E092 ${LETTER}`]);
    expect(result.rows[0]).to.include({ group: GROUP, key: `${rootOf(GROUP)}/${LETTER}` });
    expect(result.rows[0]?.expected).to.match(/^[0-9a-f]{64}$/);
    expect(result.rows[0]?.found).to.match(/^[0-9a-f]{64}$/);
  });

  it('finds the flipped byte when it is quick as well, where the store notices that a file has changed', async () => {
    const result = await audited(({ at }) => writeFile(at(LETTER), 'Dear Clarb'), '--quick');
    expect(result.found).to.deep.equal([`E092 ${LETTER}`]);
  });

  it('finds a missing content file', async () => {
    const { found, rows } = await audited(({ at }) => rm(at(LETTER)));
    expect(found).to.deep.equal([`E092 ${LETTER}`]);
    expect(rows[0]?.found).to.equal('no file');
  });

  it('finds a truncated file by its digest and by its size', async () => {
    const result = await audited(({ at }) => truncate(at(LETTER), 4));
    expect(result.found).to.deep.equal([`E092 ${LETTER}`, `content-size ${LETTER}`]);
    expect(one(result, 'content-size')).to.include({ expected: '10 bytes', found: '4 bytes' });
  });

  it('finds an emptied file', async () => {
    const { found } = await audited(({ at }) => truncate(at(LETTER)));
    expect(found).to.deep.equal([`E092 ${LETTER}`, `content-size ${LETTER}`]);
  });

  it('finds an extra file in the content of a version', async () => {
    const { found } = await audited(({ at }) => writeFile(at('v1/content/objects/extra'), 'x'));
    expect(found).to.deep.equal(['E023 v1/content/objects/extra']);
  });

  it('finds an extra file beside the content of a version', async () => {
    const { found } = await audited(({ at }) => writeFile(at('v1/extra'), 'x'));
    expect(found).to.deep.equal(['E015 v1/extra']);
  });

  it('finds an extra file and an extra folder in the object root', async () => {
    const { found } = await audited(async ({ at }) => {
      await writeFile(at('extra'), 'x');
      await mkdir(at('folder'));
      await writeFile(at('folder/extra'), 'x');
    });
    expect(found).to.include.members(['E001 extra', 'E001 folder', 'unreferenced-key folder/extra']);
  });

  it('finds a changed inventory by its sidecar and by the ledger', async () => {
    const { found, rows } = await audited(({ at }) =>
      edit(at('v1/inventory.json'), (text) => text.replace('"v1": {', '"v1":  {')),
    );
    expect(found).to.deep.equal(['inventory-not-decided v1/inventory.json', 'E060 v1/inventory.json.sha256']);
    expect(rows[0]?.expected).to.match(/^[0-9a-f]{64}$/);
  });

  it('finds inventories that were changed together with their sidecars', async () => {
    const { found } = await audited(async ({ at }) => {
      const { createHash } = await import('node:crypto');
      for (const folder of ['', 'v2/']) {
        await edit(at(`${folder}inventory.json`), (text) => text.replace('"v1": {', '"v1":  {'));
        const sha256 = createHash('sha256')
          .update(await readFile(at(`${folder}inventory.json`)))
          .digest('hex');
        await writeFile(at(`${folder}inventory.json.sha256`), `${sha256} inventory.json\n`);
      }
    });
    expect(found).to.deep.equal(['inventory-not-decided inventory.json', 'inventory-not-decided v2/inventory.json']);
  });

  it('finds an inventory that is no JSON any more, and still knows whose it is', async () => {
    const result = await audited(({ at }) => writeFile(at('inventory.json'), 'ink'));
    expect(result.found).to.include.members(['E033 inventory.json', 'inventory-not-decided inventory.json']);
    expect(new Set(result.rows.map(({ group }) => group))).to.deep.equal(new Set([GROUP]));
  });

  it('finds a missing root inventory', async () => {
    const { found } = await audited(({ at }) => rm(at('inventory.json')));
    expect(found).to.include('E063 inventory.json');
  });

  it('finds a wrong sidecar', async () => {
    const { found, rows } = await audited(({ at }) =>
      writeFile(at('inventory.json.sha256'), `${'0'.repeat(64)} inventory.json\n`),
    );
    expect(found).to.deep.equal(['E060 inventory.json.sha256']);
    expect(rows[0]?.expected).to.equal('0'.repeat(64));
  });

  it('finds a sidecar that is not one', async () => {
    const { found } = await audited(({ at }) => writeFile(at('v1/inventory.json.sha256'), 'ink'));
    expect(found).to.deep.equal(['E061 v1/inventory.json.sha256']);
  });

  it('finds a missing sidecar', async () => {
    const { found } = await audited(({ at }) => rm(at('v2/inventory.json.sha256')));
    expect(found).to.deep.equal(['E058 v2/inventory.json']);
  });

  it('finds a root inventory that is older than the head', async () => {
    const result = await audited(async ({ at }) => {
      for (const name of ['inventory.json', 'inventory.json.sha256']) await cp(at(`v1/${name}`), at(name));
    });
    expect(result.found).to.include.members(['E046 v2', 'head-differs inventory.json']);
    expect(one(result, 'head-differs')).to.include({ expected: 'v2', found: 'v1' });
  });

  it('finds that the last version is taken off, root inventory and all', async () => {
    const result = await audited(async ({ at }) => {
      for (const name of ['inventory.json', 'inventory.json.sha256']) await cp(at(`v1/${name}`), at(name));
      await rm(at('v2'), { recursive: true });
    });
    expect(result.found).to.deep.equal(['head-differs inventory.json', 'version-missing v2/inventory.json']);
  });

  it('finds a missing version folder', async () => {
    const { found } = await audited(({ at }) => rm(at('v1'), { recursive: true }));
    expect(found).to.include.members(['E010 v1', 'version-missing v1/inventory.json', `E092 ${LETTER}`]);
  });

  it('finds a missing inventory of a version, of which OCFL only warns', async () => {
    const { found } = await audited(async ({ at }) => {
      await rm(at('v1/inventory.json'));
      await rm(at('v1/inventory.json.sha256'));
    });
    expect(found).to.deep.equal(['version-missing v1/inventory.json']);
  });

  it('finds a version that is skipped', async () => {
    const { found } = await audited(({ at }) => rename(at('v2'), at('v3')));
    expect(found).to.include.members(['E010 v2', 'E046 v3', 'version-missing v2/inventory.json']);
  });

  it('finds a version that no ledger has decided', async () => {
    const { found } = await audited(({ at }) => cp(at('v2'), at('v3'), { recursive: true }));
    expect(found).to.include.members(['E046 v3', `unreferenced-key v3/content/.muniment/state.ndjson`]);
  });

  it('finds an object without declaration', async () => {
    const { found } = await audited(({ at }) => rm(at('0=ocfl_object_1.1')));
    expect(found).to.deep.equal([`E003 ${rootOf(GROUP)}`]);
  });

  it('finds a declaration that says something else', async () => {
    const { found } = await audited(({ at }) => writeFile(at('0=ocfl_object_1.1'), 'ocfl_object_1.0\n'));
    expect(found).to.deep.equal(['E007 0=ocfl_object_1.1']);
  });

  it('finds a link and an empty folder, which no listing of an object store shows', async () => {
    const { found } = await audited(async ({ at, ocfl }) => {
      await symlink('/dev/null', at('v1/content/objects/link'));
      await mkdir(at('v1/content/objects/empty'));
      await mkdir(join(ocfl, 'abc/def'), { recursive: true });
    });
    expect(found).to.include.members(['E090 v1/content/objects/link', 'E024 v1/content/objects/empty', 'E073 abc/def']);
  });

  it('finds an altered state file', async () => {
    const { found } = await audited(({ at }) => edit(at(STATE), (text) => text.replace('"name":"1911"', '"name":"x"')));
    expect(found).to.include(`E092 ${STATE}`);
  });

  it('finds a missing state file, and the folder that is empty without it', async () => {
    const { found } = await audited(({ at }) => rm(at(STATE)));
    expect(found).to.deep.equal([`E024 ${dirname(STATE)}`, `E092 ${STATE}`]);
  });

  it('finds an object that no ledger knows', async () => {
    const root = rootOf('letters/foreign');
    const { rows } = await audited(({ ocfl }) =>
      cp(join(foreign.data, 'ocfl', root), join(ocfl, root), { recursive: true }),
    );
    expect(rows.map(({ code, key }) => [code, key])).to.deep.equal([['object-unknown', root]]);
  });

  it('finds an object of somebody else, by its id', async () => {
    const root = rootOf('letters/foreign');
    const { rows } = await audited(async ({ ocfl }) => {
      await cp(join(foreign.data, 'ocfl', root), join(ocfl, 'other'), { recursive: true });
      await edit(join(ocfl, 'other/inventory.json'), (text) => text.replace('info:repo/letters/foreign', 'urn:other'));
    });
    expect(rows.map(({ code, key, group }) => [code, key, group])).to.deep.include(['E083', 'other', '-']);
  });

  it('finds a group of which there is no object', async () => {
    const { rows } = await audited(({ at }) => rm(at(''), { recursive: true }));
    expect(rows.map(({ code, key, group }) => [code, key, group])).to.deep.equal([
      ['E073', dirname(rootOf(GROUP)), '-'],
      ['object-missing', rootOf(GROUP), GROUP],
    ]);
  });

  it('finds an object a second time under a wrong path', async () => {
    const result = await audited(({ at, ocfl }) => cp(at(''), join(ocfl, 'copies/of/1911'), { recursive: true }));
    expect(result.rows.map(({ code }) => code)).to.deep.equal(['E083']);
    expect(result.rows[0]).to.include({ key: 'copies/of/1911', expected: rootOf(GROUP), found: 'copies/of/1911' });
  });

  it('finds two objects that have changed places', async () => {
    const { rows } = await audited(async ({ ocfl, at }) => {
      await rename(at(''), join(ocfl, '../kept'));
      await rename(join(ocfl, rootOf(OTHER)), at(''));
      await mkdir(dirname(join(ocfl, rootOf(OTHER))), { recursive: true });
      await rename(join(ocfl, '../kept'), join(ocfl, rootOf(OTHER)));
    });
    const codes = (group: string): string[] => rows.filter((row) => row.group === group).map(({ code }) => code);
    expect(codes(GROUP)).to.include('inventory-not-decided');
    expect(codes(OTHER)).to.include('inventory-not-decided');
  });

  it('finds that the layout file is missing, and one that describes another layout', async () => {
    const missing = await audited(({ ocfl }) => rm(join(ocfl, 'ocfl_layout.json')));
    expect(missing.found).to.deep.equal(['layout-file-missing ocfl_layout.json']);
    const other = await audited(({ ocfl }) =>
      edit(join(ocfl, 'ocfl_layout.json'), (text) => text.replaceAll('0004', '0003')),
    );
    expect(other.found).to.deep.equal(['E071 ocfl_layout.json']);
    const broken = await audited(({ ocfl }) => writeFile(join(ocfl, 'ocfl_layout.json'), '{}'));
    expect(broken.found).to.deep.equal(['E070 ocfl_layout.json']);
    const config = 'extensions/0004-hashed-n-tuple-storage-layout/config.json';
    const altered = await audited(({ ocfl }) => appendFile(join(ocfl, config), ' '));
    expect(altered.found).to.deep.equal([`layout-file-altered ${config}`]);
  });

  it('finds that the storage root has no declaration, a wrong one, or a second one', async () => {
    const missing = await audited(({ ocfl }) => rm(join(ocfl, '0=ocfl_1.1')));
    expect(missing.found).to.deep.equal(['E069 0=ocfl_1.1']);
    const wrong = await audited(({ ocfl }) => writeFile(join(ocfl, '0=ocfl_1.1'), 'ocfl_1.0\n'));
    expect(wrong.found).to.deep.equal(['E080 0=ocfl_1.1']);
    const second = await audited(({ ocfl }) => writeFile(join(ocfl, '0=ocfl_1.0'), 'ocfl_1.0\n'));
    expect(second.found).to.deep.equal(['E076 0=ocfl_1.0']);
  });

  it('finds keys outside every object, but for documents in the storage root', async () => {
    const { found } = await audited(async ({ ocfl }) => {
      await writeFile(join(ocfl, 'note.txt'), 'x');
      await writeFile(join(ocfl, 'extensions/note.txt'), 'x');
      await writeFile(join(ocfl, rootOf(GROUP), '../note.txt'), 'x');
      await writeFile(join(ocfl, rootOf(GROUP).slice(0, 3), 'note.txt'), 'x');
    });
    const layers = rootOf(GROUP).split('/');
    expect(found).to.have.members([
      'E112 extensions/note.txt',
      `E072 ${layers.slice(0, 3).join('/')}/note.txt`,
      `E072 ${layers[0] ?? ''}/note.txt`,
    ]);
  });

  it('finds that the ledger decided on another digest', async () => {
    const { found } = await audited(async ({ data, at }) => {
      const [sha256 = ''] = (await readFile(at('v1/inventory.json.sha256'), 'utf8')).split(' ');
      await alterFact(data, 'VersionCommitDecided', sha256, '0'.repeat(64));
    });
    expect(found).to.deep.equal(['inventory-not-decided v1/inventory.json']);
  });

  it('finds that the ledger has another name for the group than the state file', async () => {
    const result = await audited(({ data }) =>
      alterFact(data, 'VersionCommitDecided', '"name":"Letters of 1912"', '"name":"x"'),
    );
    expect(result.found).to.deep.equal(['state-file-differs v1/content/.muniment/state.ndjson']);
    expect(result.rows[0]).to.include({ group: OTHER, expected: 'x', found: 'Letters of 1912' });
  });

  it('finds a group that the container above it does not know, and a name that it keeps for nobody', async () => {
    const result = await audited(async ({ data }) => {
      await alterFact(data, 'ChildReserved', '"name":"1912"', '"name":"1913"');
      moveStream(data, OTHER, 'letters/1913');
    });
    const ofEntries = result.rows.filter(({ code }) => code !== 'view-differs');
    expect(ofEntries.map(({ code, group }) => [code, group])).to.have.deep.members([
      ['entry-missing', OTHER],
      ['entry-without-group', 'letters/1913'],
    ]);
  });

  it('looks at one group alone when it is asked to', async () => {
    const damage = async ({ at, ocfl }: DamagedRepository): Promise<void> => {
      await writeFile(at(LETTER), 'Dear Clarb');
      await writeFile(join(ocfl, 'note.txt'), 'x');
    };
    expect((await audited(damage, GROUP)).found).to.deep.equal([`E092 ${LETTER}`]);
    const data = await repository.copy();
    await writeFile(join(data, 'ocfl/note.txt'), 'x');
    expect(await auditData(data, OTHER)).to.deep.include({ exit: 0, found: [] });
  });

  it('names all of many damages in one run, each on a line of its own', async () => {
    const { rows } = await audited(async ({ at, ocfl }) => {
      await rm(at(LETTER));
      await writeFile(at('v1/content/objects/a\tb\nc'), 'x');
      await writeFile(join(ocfl, rootOf(OTHER), 'extra'), 'x');
    });
    expect(rows.map(({ code, group }) => `${code} ${group}`)).to.have.members([
      `E092 ${GROUP}`,
      `E023 ${GROUP}`,
      `E001 ${OTHER}`,
    ]);
    expect(rows.map(({ path }) => path)).to.include('v1/content/objects/a\\tb\\nc');
  });
});
