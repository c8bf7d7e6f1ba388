import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect } from 'chai';
import type { ByteStore } from '../../../formats/bytes.js';
import { parsePath } from '../../../formats/paths/repository-path.js';
import { ApiFault } from '../../../clients/api/api-fault.js';
import { readPreservableFolder } from '../../../clients/command-line/folder/preservable-folder.js';
import type { RetryContext } from '../../../clients/api/with-retries.js';
import { operationsOf, type PreservationClient } from '../../../clients/api/preservation-client.js';
import { serviceRequests } from '../../../clients/api/service-requests.js';
import { readGroup, type GroupSummary } from '../../../clients/command-line/group/group-tree.js';
import { preserveFolder, type PreserveResult } from '../../../clients/command-line/preserve-folder.js';
import { localDigests } from '../../support/local-digests.js';
import { uploadByPuts } from '../../support/main-job/upload-by-puts.js';
import { faulty, type Injection, type PortCall } from '../../support/faults/faulty.js';
import { chosenAtDepth, STRIDE } from '../../support/random/depth.js';
import { projectRoot } from '../../support/project-root.js';
import { SEED } from '../../support/random/seed.js';
import { placeOf, type JourneyPlatform } from '../journey-platform.js';
import { quiet } from '../../support/command-line/quiet-progress.js';
import { pathsBelow } from '../../support/s3/keys-in.js';

interface Resource {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly content: string;
  readonly containers: readonly Resource[];
  readonly binaries: readonly Resource[];
}

/** What is below a folder by path: the bytes of a file, null for a folder. */
type Content = Record<string, string | null>;

const pass = (): void => undefined;
/** Waits no time. */
const patience: RetryContext = { now: () => 0, pause: () => Promise.resolve(), notify: pass };

/** What the `preserve` command does as a client, on whatever platform it is given. */
export const preserveJourneys = (start: () => Promise<JourneyPlatform>): void => {
  let platform: JourneyPlatform;
  let root: string;
  let slugs = 0;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-preserve-'));
    platform = await start();
  });
  after(async () => {
    await platform.remove();
    await rm(root, { recursive: true });
  });

  /** Makes a folder hold just this. */
  const fill = async (folder: string, content: Content): Promise<string> => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const [path, bytes] of Object.entries(content)) {
      if (bytes === null) await mkdir(join(folder, path), { recursive: true });
      else {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), bytes);
      }
    }
    return folder;
  };

  const contentOf = async (folder: string): Promise<Content> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const content = entries.map(async (entry) => {
      const location = join(entry.parentPath, entry.name);
      const bytes = entry.isDirectory() ? null : await readFile(location, 'latin1');
      return [location.slice(folder.length + 1), bytes] as const;
    });
    return Object.fromEntries(await Promise.all(content));
  };

  /** Everything below `objects/` of a group, through the services. */
  const preservedContent = async (path: string): Promise<Content> => {
    const content: Content = {};
    const collect = async (resource: Resource, base: string): Promise<void> => {
      for (const binary of resource.binaries) {
        const response = await fetch(binary.content);
        expect(response.status, binary.content).to.equal(200);
        content[parsePath(binary.id.slice(base.length))] = Buffer.from(await response.arrayBuffer()).toString('latin1');
      }
      for (const container of resource.containers) {
        content[parsePath(container.id.slice(base.length))] = null;
        await collect(container, base);
      }
    };
    const { body } = await platform.call<Resource>('GET', `/repository/${path}`);
    const objects = body.containers.find(({ id }) => id.endsWith('/objects'));
    if (objects !== undefined) await collect(objects, objects.id);
    return content;
  };

  /** What the repository says of a group, which is read whole. */
  const summaryOf = async (path: string): Promise<GroupSummary> => {
    const { name, version, origin, files, bytes } = (await readGroup(ports().client, path)) ?? {};
    return { name, version, origin, files, bytes } as GroupSummary;
  };

  interface Ports {
    readonly client: PreservationClient;
    readonly objects: ByteStore;
  }

  /** `inject` may make requests and calls of the store fail. */
  const ports = (inject: Injection = pass): Ports => ({
    client: operationsOf(platform.preservation, faulty(serviceRequests(), inject)),
    objects: faulty(platform.s3, inject),
  });

  const preserve = async (
    folder: string,
    path: string,
    on = ports(),
    name: string | null = null,
    keepWorkspace = false,
  ): Promise<PreserveResult> => {
    platform.passTime(2_000);
    const local = await readPreservableFolder(folder);
    const upload = uploadByPuts(on.objects);
    const digests = localDigests(local, quiet);
    const named = { name, defaultName: basename(folder) };
    const request = { local, digests, segments: path.split('/'), ...named, keepWorkspace };
    return preserveFolder({ client: on.client, upload, progress: quiet, retries: patience }, request);
  };

  const faultOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'no fault',
      (error: unknown) => (error as Error).message,
    );

  /** Ports that note every call and every deposit, and may break at one of them. */
  const watched = (
    breaks: (number: number, label: string) => void = pass,
  ): Ports & { calls: string[]; deposits: Set<string> } => {
    const calls: string[] = [];
    const deposits = new Set<string>();
    const watch = ({ method, args }: PortCall, moment: string): void => {
      if (moment === 'after') return;
      const [request] = args;
      const path = request instanceof Request ? new URL(request.url).pathname : '';
      const label =
        request instanceof Request
          ? `${request.method} ${path.replace(/(\/deposits|results|\/depositArchiveJobs)\/\w+/g, '$1/*')}`
          : method;
      calls.push(label);
      const [, id] = /^\/deposits\/(\w+)/.exec(path) ?? [];
      if (id !== undefined) deposits.add(id);
      breaks(calls.length, label);
    };
    return { ...ports(watch), calls, deposits };
  };

  const place = (): { folder: string; path: string } => {
    const slug = `box-${++slugs}`;
    return { folder: join(root, slug), path: `folders/${slug}` };
  };

  it('makes an archival group, and the containers above it, of the sample', async () => {
    const folder = join(projectRoot, 'samples/letters-1911');
    const { group, result } = await preserve(folder, 'made/on/the-way/sample');
    expect(group).to.include({ version: 'v1', name: 'letters-1911' });
    expect(group).to.deep.equal(await summaryOf('made/on/the-way/sample'));
    expect(result?.binariesAdded).to.have.length(10);
    expect(await preservedContent('made/on/the-way/sample')).to.deep.equal(await contentOf(folder));
  });

  it('keeps names that are hard to keep, zero bytes, and empty folders', async () => {
    const { folder, path } = place();
    const names = [
      'a b',
      '#',
      '100%',
      'ink & quill',
      '\u{1f48c}',
      'caf\u00e9',
      'cafe\u0301',
      'a+b',
      `"it's"`,
      'a%26b',
      '_x0020_',
      '-_~!*();:@$,?=[]',
      'back\\slash',
      'tab\tand\nline',
      'UPPER',
      'upper',
      '.hidden',
      'ends.',
    ];
    const content: Content = { 'zero bytes': '', 'an #empty folder': null };
    for (const name of names)
      content[`${name}.txt`] = content[`folder ${name}/${name}`] = `bytes of ${names.indexOf(name)}`;
    await fill(folder, content);
    await preserve(folder, path);
    expect(await preservedContent(path)).to.deep.equal(await contentOf(folder));
    expect((await preserve(folder, path)).result).to.equal(null);
  });

  it('keeps files of many sizes byte by byte', async () => {
    const { folder, path } = place();
    await fill(folder, {});
    for (const size of [0, 1, 65_536, 1024 * 1024, 1024 * 1024 + 1, 5_000_000]) {
      const bytes = Buffer.alloc(size, createHash('sha256').update(String(size)).digest());
      await writeFile(join(folder, `${size}.bin`), bytes);
    }
    await preserve(folder, path);
    expect(await preservedContent(path)).to.deep.equal(await contentOf(folder));
  });

  it('preserves a folder in which there is nothing', async () => {
    const { folder, path } = place();
    await fill(folder, {});
    expect((await preserve(folder, path)).group.version).to.equal('v1');
    expect((await preserve(folder, path)).result).to.equal(null);
  });

  it('makes no version and no deposit of a folder that did not change', async () => {
    const { folder, path } = place();
    await fill(folder, { 'a.txt': 'a', 'empty/': null, 'b/c.txt': 'c' });
    await preserve(folder, path);
    const on = watched();
    const { group, result } = await preserve(folder, path, on);
    expect(result).to.equal(null);
    expect(group.version).to.equal('v1');
    expect(on.calls).to.not.include('POST /deposits');
  });

  const changes: readonly [title: string, before: Content, after: Content][] = [
    ['a file is added', { a: '1' }, { a: '1', b: '2' }],
    ['a file changes', { a: '1', b: '2' }, { a: '1', b: '3' }],
    ['a file changes and keeps its size and digest of another', { a: '1', b: '2' }, { a: '2', b: '1' }],
    ['a file is deleted', { a: '1', b: '2' }, { a: '1' }],
    ['every file is deleted', { a: '1', 'd/b': '2' }, {}],
    ['a file becomes a folder', { a: '1', x: '2' }, { a: '1', 'x/y': '3' }],
    ['a file becomes an empty folder', { a: '1', x: '2' }, { a: '1', x: null }],
    ['a folder becomes a file', { a: '1', 'x/y/z': '2' }, { a: '1', x: '3' }],
    ['an empty folder appears', { a: '1' }, { a: '1', d: null, 'e/f': null }],
    ['an empty folder disappears', { a: '1', d: null, 'e/f': null }, { a: '1' }],
    ['an empty folder is filled', { a: '1', d: null }, { a: '1', 'd/b': '2' }],
    ['a folder is emptied', { a: '1', 'd/b': '2' }, { a: '1', d: null }],
    ['a folder is renamed', { a: '1', 'd/b': '2', 'd/e/c': '3' }, { a: '1', 'f/b': '2', 'f/e/c': '3' }],
    ['a file is renamed by case alone', { 'A.txt': '1' }, { 'a.txt': '1' }],
  ];
  for (const [title, before, after] of chosenAtDepth(changes)) {
    it(`makes one version with just that change when ${title}`, async () => {
      const { folder, path } = place();
      await preserve(await fill(folder, before), path);
      const on = watched();
      const { group, result } = await preserve(await fill(folder, after), path, on);
      expect(group.version).to.equal('v2');
      const files = (content: Content): string[] => Object.keys(content).filter((each) => content[each] !== null);
      const isNew = (each: string): boolean => before[each] === undefined || before[each] === null;
      const count = (list: readonly unknown[] | undefined): number => list?.length ?? NaN;
      expect(count(result?.binariesAdded), 'added').to.equal(files(after).filter(isNew).length);
      const gone = files(before).filter((each) => after[each] === undefined || after[each] === null);
      expect(count(result?.binariesDeleted), 'deleted').to.equal(gone.length);
      expect(await summaryOf(path), 'the group that it tells of').to.deep.equal(group);
      expect(await preservedContent(path)).to.deep.equal(await contentOf(folder));
      const uploads = files(after).filter((each) => before[each] !== after[each]);
      const markers = Object.keys(after).filter((each) => after[each] === null && !isKnownFolder(before, each));
      expect(on.calls.filter((call) => call === 'put')).to.have.length(uploads.length + markers.length);
      expect((await preserve(folder, path)).result).to.equal(null);
    });
  }
  const isKnownFolder = (content: Content, folder: string): boolean =>
    content[folder] === null || Object.keys(content).some((each) => each.startsWith(`${folder}/`));

  interface OwnDeposit {
    readonly status: string;
    readonly active: boolean;
    /** What is in its workspace, by the path in it. */
    readonly keys: readonly string[];
  }

  const depositOf = async (depositId = ''): Promise<OwnDeposit> => {
    const { body } = await platform.call<OwnDeposit & { readonly files: string }>('GET', `/deposits/${depositId}`);
    const { bucket, root } = placeOf(body.files);
    const keys = await pathsBelow(platform.s3, bucket, root);
    return { status: body.status, active: body.active, keys };
  };

  it('archives its deposit at the end, so that none is open and only the METS stays in the workspace', async () => {
    const { folder, path } = place();
    for (const content of [
      { a: '1', 'd/b': '2', e: null },
      { a: '1', 'd/b': '3' },
    ]) {
      const { deposits } = await preserve(await fill(folder, content), path);
      expect(deposits.map(({ archived, reasons }) => ({ archived, reasons }))).to.deep.equal([
        { archived: true, reasons: [] },
      ]);
      expect(await depositOf(deposits[0]?.depositId)).to.deep.equal({
        status: 'archived',
        active: false,
        keys: ['archived.txt', 'mets.xml'],
      });
    }
  });

  it('leaves the files in the workspace when it is asked to', async () => {
    const { folder, path } = place();
    const { deposits } = await preserve(await fill(folder, { a: '1' }), path, ports(), null, true);
    expect(deposits).to.have.length(1);
    expect(deposits[0]).to.deep.include({ archived: false, reasons: [] });
    const { status, keys } = await depositOf(deposits[0]?.depositId);
    expect(status).to.equal('preserved');
    expect(keys).to.include('objects/a');
  });

  const refusals: readonly [title: string, refuse: (files: string) => Promise<void>, reason: RegExp][] = [
    [
      'its deposit has a file that no version has',
      async (files) => {
        const { bucket, root } = placeOf(files);
        await platform.s3.put({ bucket, key: `${root}objects/late` }, Buffer.from('late'));
      },
      /^objects\/late: The file is not in v1\.$/,
    ],
    [
      'the service fails when its deposit is to be archived',
      () => Promise.reject(new ApiFault('The service fails.', { status: 500 })),
      /^The service fails\.$/,
    ],
  ];
  for (const [title, refuse, reason] of refusals) {
    it(`has preserved the folder, and says why the workspace is not empty, where ${title}`, async () => {
      const { folder, path } = place();
      const on = ports(async ({ args: [request] }, moment) => {
        const [, id] = request instanceof Request ? (/\/deposits\/(\w+)\/archive$/.exec(request.url) ?? []) : [];
        if (id === undefined || moment === 'after') return;
        const { body } = await platform.call<{ readonly files: string }>('GET', `/deposits/${id}`);
        await refuse(body.files);
      });
      const { group, deposits } = await preserve(await fill(folder, { a: '1' }), path, on);
      expect(group.version).to.equal('v1');
      expect(deposits.map(({ archived }) => archived)).to.deep.equal([false]);
      expect(deposits[0]?.reasons).to.have.length(1);
      expect(deposits[0]?.reasons[0]).to.match(reason);
      const { status, keys } = await depositOf(deposits[0]?.depositId);
      expect(status).to.equal('preserved');
      expect(keys).to.include('objects/a');
      expect((await preserve(folder, path)).result).to.equal(null);
    });
  }

  it('gives the group another display name when it is asked to, and only then', async () => {
    const { folder, path } = place();
    await preserve(await fill(folder, { a: '1' }), path, ports(), 'First');
    expect((await preserve(folder, path)).group.name).to.equal('First');
    const renamed = await preserve(folder, path, ports(), 'Second');
    expect(renamed.group).to.include({ name: 'Second', version: 'v2' });
    expect((await preserve(folder, path, ports(), 'Second')).result).to.equal(null);
  });

  const STOP = 'the process stopped here';

  it('takes up its own deposit wherever a first run was stopped', async () => {
    const content = { 'a.txt': 'a', 'b/c.txt': 'c', 'empty/': null };
    const seen = new Set<string>();
    for (let step = 1 + (SEED % STRIDE); ; step += STRIDE) {
      const { folder, path } = place();
      await fill(folder, content);
      const first = watched((number, label) => {
        seen.add(label);
        if (number === step) throw new Error(STOP);
      });
      const fault = await faultOf(preserve(folder, path, first));
      if (fault === 'no fault') break;
      expect(fault).to.equal(STOP);
      const second = watched();
      const { group } = await preserve(folder, path, second);
      expect(new Set([...first.deposits, ...second.deposits]).size, `step ${step}`).to.be.at.most(1);
      expect(group.version).to.equal('v1');
      expect(await preservedContent(path), `step ${step}`).to.deep.equal(await contentOf(folder));
    }
    expect(seen.size).to.be.above(8);
    expect([...seen]).to.include.members([
      'HEAD /repository/folders',
      'POST /deposits',
      'GET /deposits/*/importjobs/results',
      'GET /deposits/*/parsed-mets',
      'GET /deposits/*/filesystem',
      'put',
      'POST /deposits/*/mets',
      'POST /deposits/*/importjobs',
      'POST /deposits/*/archive',
    ]);
  });

  it('takes up its own deposit at whatever kind of call a later run was stopped', async () => {
    const { folder, path } = place();
    const states: readonly Content[] = [
      { 'a.txt': '1', 'x/y': '2', 'gone.txt': '3' },
      { 'a.txt': '2', x: '2', empty: null },
    ];
    const seen = new Set<string>();
    let stops = 0;
    await preserve(await fill(folder, states[0]!), path);
    for (let round = 1; ; round++) {
      await fill(folder, states[round % 2]!);
      const first = watched((_, label) => {
        if (seen.has(label)) return;
        seen.add(label);
        if (seen.size % STRIDE !== SEED % STRIDE) return;
        stops += 1;
        throw new Error(STOP);
      });
      const fault = await faultOf(preserve(folder, path, first));
      if (fault === 'no fault') break;
      expect(fault).to.equal(STOP);
      const second = watched();
      const { group } = await preserve(folder, path, second);
      const at = [...seen].at(-1);
      expect(new Set([...first.deposits, ...second.deposits]).size, at).to.be.at.most(1);
      expect(group.version, at).to.equal(`v${round + 1}`);
      expect(await preservedContent(path), at).to.deep.equal(await contentOf(folder));
    }
    expect(stops).to.be.above(0);
    expect([...seen]).to.include.members(['POST /deposits/*/mets/delete', 'POST /deposits/*/mets', 'put']);
  });

  it('brings the deposit of a stopped run up to date with a folder that has changed since', async () => {
    const { folder, path } = place();
    await fill(folder, { 'a.txt': '1', 'b.txt': '2', 'd/c.txt': '3', e: null });
    const stopped = watched((_, label) => {
      if (label === 'POST /deposits/*/importjobs') throw new Error(STOP);
    });
    expect(await faultOf(preserve(folder, path, stopped))).to.equal(STOP);
    await fill(folder, { 'a.txt': '9', d: '4', 'f/b.txt': '2' });
    expect((await preserve(folder, path)).group.version).to.equal('v1');
    expect(await preservedContent(path)).to.deep.equal(await contentOf(folder));
  });

  it('makes a second version of what changed while the job of a stopped run went on', async () => {
    const { folder, path } = place();
    await fill(folder, { 'a.txt': '1' });
    const stopped = watched((_, label) => {
      if (label.startsWith('GET /deposits/*/importjobs/results/')) throw new Error(STOP);
    });
    expect(await faultOf(preserve(folder, path, stopped))).to.equal(STOP);
    await fill(folder, { 'b.txt': '2' });
    platform.passTime(2_000);
    const { group, deposits } = await preserve(folder, path);
    expect(group.version).to.equal('v2');
    expect(deposits.every(({ archived }) => archived)).to.equal(true);
    expect(await preservedContent(path)).to.deep.equal(await contentOf(folder));
  });

  it('activates its deposit after a job that failed, and tries again', async function () {
    const { folder, path } = place();
    await fill(folder, { 'a.txt': '1', 'b.txt': '2' });
    const first = watched();
    if (!platform.refuseCopies(true)) this.skip();
    const fault = await faultOf(preserve(folder, path, first));
    expect(fault).to.match(/^The import failed: .*[^.]\. No version was made\.$/);
    platform.refuseCopies(false);
    const again = watched();
    expect((await preserve(folder, path, again)).group.version).to.equal('v1');
    expect(again.deposits).to.deep.equal(first.deposits);
    expect(again.calls).to.include('PUT /deposits/*/activate');
    expect(await preservedContent(path)).to.deep.equal(await contentOf(folder));
  });

  it('goes on after an edit of the METS that nobody answered, made or not', async () => {
    const unansweredEdits = ['mets', 'mets/delete'].flatMap((edit) =>
      ['before', 'after'].map((moment) => ({ edit, moment })),
    );
    for (const { edit, moment } of chosenAtDepth(unansweredEdits)) {
      const { folder, path } = place();
      await preserve(await fill(folder, { 'a.txt': '1', 'gone.txt': '2' }), path);
      await fill(folder, { 'a.txt': '2', 'b.txt': '3' });
      let unanswered = 0;
      const breaking = ports(({ args: [request] }, now) => {
        if (now !== moment || !(request instanceof Request) || unanswered > 0) return;
        if (request.method !== 'POST' || !request.url.endsWith(`/${edit}`)) return;
        unanswered += 1;
        throw new ApiFault('The service is away.', { transient: true });
      });
      const { group } = await preserve(folder, path, breaking);
      expect([unanswered, group.version], `${moment} ${edit}`).to.deep.equal([1, 'v2']);
      expect(await preservedContent(path), `${moment} ${edit}`).to.deep.equal(await contentOf(folder));
    }
  });

  it("says plainly that someone else's deposit is open for the group", async () => {
    const { folder, path } = place();
    await fill(folder, { 'a.txt': '1' });
    await platform.call('PUT', '/repository/folders');
    await platform.call('POST', '/deposits', { archivalGroup: `/repository/${path}` });
    const fault = await faultOf(preserve(folder, path));
    expect(fault).to.match(
      /An Active Deposit already exists for this archivalGroup \(.*\): deposit [a-z2-9]+, by .*--agent\.$/,
    );
    expect(fault.split('\n')).to.have.length(1);
  });

  it('says plainly what stands where the group or a container should be', async () => {
    const { folder, path } = place();
    await preserve(await fill(folder, { 'a.txt': '1' }), path);
    expect(await faultOf(preserve(folder, 'folders'))).to.match(/^\/repository\/folders is a Container, not an/);
    expect(await faultOf(preserve(folder, `${path}/inner`))).to.match(/is not a Container \(ArchivalGroup\)\.$/);
    expect(await faultOf(preserve(folder, `${path}/objects/a.txt/b`))).to.match(
      /is not a Container \(ArchivalGroup\)\.$/,
    );
    const deleted = `deleted-${randomUUID()}`;
    for (const method of ['PUT', 'DELETE']) await platform.call(method, `/repository/${deleted}`);
    expect(await faultOf(preserve(folder, `${deleted}/inner`))).to.match(/is not a Container \(Tombstone\)\.$/);
    expect(await faultOf(preserve(folder, deleted))).to.match(/has been replaced by a Tombstone/);
  });

  it('takes its folder up again after it was renamed, when it is given the name it had', async () => {
    const { folder, path } = place();
    await fill(folder, { 'a.txt': '1' });
    const stopped = watched((_, label) => {
      if (label === 'put') throw new Error(STOP);
    });
    expect(await faultOf(preserve(folder, path, stopped))).to.equal(STOP);
    await rename(folder, `${folder}-moved`);
    expect(await faultOf(preserve(`${folder}-moved`, path))).to.match(/repeat that command with the same --name/);
    const { group } = await preserve(`${folder}-moved`, path, ports(), path.replace('folders/', ''));
    expect(group.version).to.equal('v1');
  });
};
