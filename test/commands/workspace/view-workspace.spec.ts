import { expect } from 'chai';
import { deleteDeposit } from '../../../commands/processes/deposits/delete-deposit.js';
import { lockDeposit } from '../../../commands/processes/deposits/lock-deposit.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { viewWorkspace } from '../../../commands/workspace/view-workspace.js';
import { rowsAddress } from '../../../commands/run-findings/findings.js';
import { replaceChangeToken } from '../../../commands/workspace/change-token.js';
import { toolMetadataOf } from '../../../commands/workspace/read-tools.js';
import type { WorkspaceObject } from '../../../commands/workspace/workspace-object.js';
import { ByteStoreFault, type PutOptions } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import {
  intentOf,
  memoryEvents,
  noon,
  dependenciesOn,
  temporaryBytes,
  WORKSPACE,
} from '../../support/command-bench.js';
import { faulty, type Injection, type PortCall } from '../../support/faults/faulty.js';
import { newDeposit } from '../processes/scenarios.js';
import { valueOf } from '../../support/value-of.js';
import { openedOnce } from '../../support/platform/opened.js';
import { keysIn } from '../../support/s3/keys-in.js';

describe('the view of a workspace', () => {
  const store = openedOnce(temporaryBytes);
  let dependencies: Dependencies;
  let prefix: string;
  let depositId: string;
  beforeEach(async () => {
    let ticks = 0;
    const now = (): Date => new Date(noon.getTime() + 60_000 * ticks++);
    dependencies = { ...dependenciesOn(memoryEvents(), store.bytes), now };
    const { files, ...deposit } = await newDeposit(dependencies, null);
    ({ prefix } = files);
    ({ depositId } = deposit);
  });

  const put = (path: string, text: string, options: PutOptions = {}) =>
    store.bytes.put({ bucket: WORKSPACE, key: prefix + path }, Buffer.from(text), options);
  const objectsOf = async (on: Dependencies, fresh: boolean): Promise<readonly WorkspaceObject[]> => {
    const view = valueOf(await viewWorkspace(on, depositId, { fresh }));
    return view.objects;
  };
  const pathsOf = async (fresh = false, on = dependencies): Promise<string[]> =>
    (await objectsOf(on, fresh)).map(({ path }) => path);
  const over = (inject: Injection, bytes: ObjectStore = store.bytes): Dependencies => ({
    ...dependencies,
    bytes: faulty(bytes, inject),
  });
  /** The keys that one reading asks the store for. */
  const askedFor = async (bytes: ObjectStore = store.bytes): Promise<string[]> => {
    const asked: string[] = [];
    const counting: Injection = ({ method, args }, moment) => {
      const { key } = args[0] as { key: string };
      if (method === 'head' && moment === 'before' && key.startsWith(prefix)) asked.push(key.slice(prefix.length));
    };
    await objectsOf(over(counting, bytes), true);
    return asked.sort();
  };
  /** The store with one time in its listings, by its distance before noon in milliseconds. */
  const modified = (ago: number): ObjectStore =>
    new Proxy(store.bytes, {
      get: (target, property, receiver) => {
        if (property !== 'list') return Reflect.get(target, property, receiver) as unknown;
        return async function* (...args: Parameters<ObjectStore['list']>) {
          for await (const each of target.list(...args))
            yield { ...each, lastModified: new Date(noon.getTime() - ago) };
        };
      },
    });
  const keptKey = () => ({ bucket: WORKSPACE, key: `staging/workspaces/${depositId}.ndjson` });

  it('has all values of the store, in the order of the keys', async () => {
    await put('objects/b #1.txt', 'b', { contentType: 'text/plain' });
    await put('objects/', '', { metadata: { 'original-name': 'Die+Objekte' } });
    await put('objects/a.txt', 'abc', { metadata: { 'original-name': 'A%20%26%20O.txt' } });
    const objects = await objectsOf(dependencies, false);
    expect(objects.map(({ path, name }) => [path, name])).to.deep.equal([
      ['objects/', 'Die Objekte'],
      ['objects/a.txt', 'A & O.txt'],
      ['objects/b #1.txt', null],
    ]);
    expect(objects.at(-1)).to.include({ size: 1, contentType: 'text/plain', sha256: digestBytes('b').sha256 });
  });

  it('stays as it was read until it is to be fresh', async () => {
    expect(await pathsOf()).to.deep.equal([]);
    await put('a.txt', 'a');
    expect(await pathsOf()).to.deep.equal([]);
    expect(await pathsOf(true)).to.deep.equal(['a.txt']);
    expect(await pathsOf()).to.deep.equal(['a.txt']);
  });

  it('is read again after a fact of the deposit was recorded', async () => {
    expect(await pathsOf()).to.deep.equal([]);
    await put('a.txt', 'a');
    valueOf(await lockDeposit(dependencies, intentOf('ann'), { depositId, force: false }));
    expect(await pathsOf()).to.deep.equal(['a.txt']);
  });

  it('is read again after its change token was replaced, also while it is being read', async () => {
    await put('a.txt', 'a');
    const deleting: Injection = async ({ method }, moment) => {
      if (method !== 'put' || moment !== 'before') return;
      await store.bytes.delete(WORKSPACE, [`${prefix}a.txt`]);
      await replaceChangeToken(dependencies, depositId);
    };
    expect(await pathsOf(true, over(deleting))).to.deep.equal(['a.txt']);
    expect(await pathsOf()).to.deep.equal([]);
    await put('b.txt', 'b');
    await replaceChangeToken(dependencies, depositId);
    expect(await pathsOf()).to.deep.equal(['b.txt']);
    const findings = rowsAddress(dependencies, { depositId, runId: 'p1', epoch: 1 });
    await store.bytes.put(findings, Buffer.from('{}\n'));
    valueOf(await deleteDeposit(dependencies, intentOf('ann'), depositId));
    const left = await keysIn(store.bytes, WORKSPACE, `staging/workspaces/${depositId}`);
    expect(left).to.deep.equal([]);
  });

  it('asks again for what is new or replaced, and for nothing else', async () => {
    const settled = modified(60_000);
    for (const path of ['a', 'b', 'c', 'd/']) await put(path, path.endsWith('/') ? '' : path);
    expect(await askedFor(settled)).to.deep.equal(['a', 'b', 'c', 'd/']);
    await put('b', 'other');
    await put('e', 'e');
    await store.bytes.delete(WORKSPACE, [`${prefix}c`]);
    expect(await askedFor(settled)).to.deep.equal(['b', 'e']);
    expect(await askedFor(settled)).to.deep.equal([]);
    expect(await pathsOf()).to.deep.equal(['a', 'b', 'd/', 'e']);
  });

  it('notices equal bytes that came again with another type', async () => {
    await put('a', 'a', { contentType: 'text/plain' });
    await objectsOf(dependencies, true);
    await put('a', 'a', { contentType: 'text/csv' });
    expect((await objectsOf(dependencies, true))[0]).to.include({ contentType: 'text/csv' });
  });

  it('asks again for what is younger than a store can tell that keeps time by the second', async () => {
    await put('a', 'a');
    dependencies = { ...dependencies, now: () => noon };
    const young = modified(1_000);
    expect([await askedFor(young), await askedFor(young)]).to.deep.equal([['a'], ['a']]);
    const settled = modified(2_000);
    expect([await askedFor(settled), await askedFor(settled)]).to.deep.equal([['a'], []]);
  });

  it('never mixes what was true of a file before an upload and after it', async () => {
    const texts = ['one', 'a second text', ''];
    for (let index = 0; index < 40; index++) await put(`f${index}`, 'one');
    let uploads = 0;
    const uploading: Injection = async ({ method, args }, moment) => {
      const { key } = args[0] as { key: string };
      if (method !== 'head' || !key.startsWith(prefix)) return;
      const text = texts[uploads++ % texts.length] ?? '';
      if (moment === 'before' || uploads % 2 === 0) await put(key.slice(prefix.length), text);
    };
    const truths = new Map(texts.map((text) => [text.length, digestBytes(text).sha256]));
    for (const objects of [await objectsOf(over(uploading), true), await objectsOf(dependencies, false)]) {
      expect(objects).to.have.length(40);
      for (const { size, sha256 } of objects) expect(sha256).to.equal(truths.get(size));
    }
    for (const { path, sha256 } of await objectsOf(dependencies, true)) {
      const { bytes } = await readWhole(store.bytes, { bucket: WORKSPACE, key: prefix + path });
      expect(sha256).to.equal(digestBytes(bytes.toString()).sha256);
    }
  });

  it('leaves out what is deleted while it is read', async () => {
    await put('a', 'a');
    await put('b', 'b');
    const deleting: Injection = async ({ method }, moment) => {
      if (method === 'head' && moment === 'before') await store.bytes.delete(WORKSPACE, [`${prefix}a`]);
    };
    expect(await pathsOf(true, over(deleting))).to.deep.equal(['b']);
  });

  it('goes with the deposit, also where the deposit goes while it is read', async () => {
    await pathsOf();
    expect(await store.bytes.head(keptKey())).not.to.equal(null);
    let deleted = false;
    const deleting: Injection = async ({ method }, moment) => {
      if (method !== 'put' || moment === 'after' || deleted) return;
      deleted = true;
      valueOf(await deleteDeposit(dependencies, intentOf('ann'), depositId));
    };
    await put('a', 'a');
    await objectsOf(over(deleting), true);
    expect([deleted, await store.bytes.head(keptKey())]).to.deep.equal([true, null]);
    expect(await viewWorkspace(dependencies, depositId, { fresh: true })).to.have.nested.property(
      'refusal.code',
      'deposit-not-found',
    );
  });

  it('does not go back when the slower of two readers listed first', async () => {
    let late: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (late = resolve));
    const slow = objectsOf(
      over(async ({ method }, moment) => {
        if (method === 'list' && moment === 'after') await held;
      }),
      true,
    );
    await put('a', 'a');
    expect(await pathsOf(true)).to.deep.equal(['a']);
    late?.();
    await slow;
    expect(await pathsOf()).to.deep.equal(['a']);
  });

  it('is read again where the cached listing cannot be read', async () => {
    await put('a', 'a');
    for (const damage of ['', '{"schema":1', '{"schema":99,"revision":"0","begun":"2026-01-01"}']) {
      await pathsOf();
      await store.bytes.put(keptKey(), Buffer.from(damage));
      expect(await pathsOf()).to.deep.equal(['a']);
    }
  });

  describe('with outputs of tools', () => {
    const manifest = (digest: string): string => `${digest}  data/a.txt\n`;
    const A = 'a'.repeat(64);
    const B = 'b'.repeat(64);
    const digestsOf = async (on: Dependencies, fresh: boolean): Promise<string[]> => {
      const view = valueOf(await viewWorkspace(on, depositId, { fresh }));
      return toolMetadataOf(view, 'data/a.txt').flatMap((entry) =>
        entry.type === 'DigestMetadata' ? [entry.digest] : [],
      );
    };
    const isContent = ({ method, args }: PortCall, path: string): boolean =>
      method === 'get' && (args[0] as { key: string }).key === prefix + path;
    beforeEach(async () => {
      await put('data/a.txt', 'a');
      await put('manifest-sha256.txt', manifest(A));
    });

    it('gives their metadata for each file, where its path has data/ in a bag', async () => {
      expect(await digestsOf(dependencies, true)).to.deep.equal([A]);
      const view = valueOf(await viewWorkspace(dependencies, depositId, { fresh: false }));
      expect([
        view.tools.filesRoot,
        toolMetadataOf(view, 'a.txt'),
        toolMetadataOf(view, 'manifest-sha256.txt'),
      ]).to.deep.equal(['data/', [], []]);
    });

    it('is read again where one was replaced since it was listed', async () => {
      await objectsOf(dependencies, true);
      await put('manifest-sha256.txt', manifest(B));
      expect(await digestsOf(dependencies, false)).to.deep.equal([B]);
    });

    it('goes without one that is replaced each time', async () => {
      let count = 0;
      const replacing: Injection = async (call, moment) => {
        if (moment === 'before' && isContent(call, 'manifest-sha256.txt'))
          await put('manifest-sha256.txt', manifest(A) + '\n'.repeat(++count));
      };
      expect([await digestsOf(over(replacing), true), count > 1]).to.deep.equal([[], true]);
    });

    it('is not there while the store does not give one', async () => {
      const away: Injection = (call, moment) => {
        if (moment === 'before' && isContent(call, 'manifest-sha256.txt'))
          throw new ByteStoreFault('store-unavailable', 'away');
      };
      const outcome = await digestsOf(over(away), true).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(ByteStoreFault).and.include({ transient: true });
    });
  });

  it('is shown where it cannot be kept', async () => {
    await put('a', 'a');
    const full: Injection = async ({ method }, moment) => {
      if (method === 'put' && moment === 'before')
        await store.bytes.put({ bucket: 'missing', key: 'x' }, Buffer.alloc(0));
    };
    expect(await pathsOf(true, over(full))).to.deep.equal(['a']);
  });
});
