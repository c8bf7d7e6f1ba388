import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { viewWorkspace } from '../../../commands/workspace/view-workspace.js';
import { bagDeposit } from '../../../workers/pipeline/bag-deposit.js';
import { judgeBagOfRun, type JudgedBag } from '../../../workers/pipeline/judge-bag.js';
import { RunFailure } from '../../../workers/pipeline/run-failure.js';
import type { Step } from '../../../workers/step.js';
import { newDeposit } from '../../commands/processes/scenarios.js';
import { keysOf } from '../../commands/workspace/keys-in-workspace.js';
import { dependenciesOn, memoryEvents, temporaryBytes, WORKSPACE } from '../../support/command-bench.js';
import { failureOf } from '../../support/failure-of.js';
import { valueOf } from '../../support/value-of.js';
import { openedOnce } from '../../support/platform/opened.js';

const FILES: Readonly<Record<string, string>> = { 'data/objects/Münze.txt': 'alpha', 'data/objects/a.txt': 'beta' };
const ENCODINGS = { 'UTF-8': 'utf8', 'ISO-8859-1': 'latin1', 'UTF-16LE': 'utf16le' } as const;
const OLD = ['bag-info.txt', 'manifest-md5.txt', 'manifest-sha512.txt', 'tagmanifest-md5.txt'];
const NEW = ['bag-info.txt', 'bagit.txt', 'manifest-sha256.txt', 'tagmanifest-sha256.txt'];
const { signal } = new AbortController();
const anyStep: Step = (_name, effect) => effect();

const manifest = (algorithm: string, files: Readonly<Record<string, string | Buffer>>): string =>
  Object.entries(files)
    .map(([path, content]) => `${createHash(algorithm).update(content).digest('hex')}  ${path}\n`)
    .join('');

/** What stands for the end of a process. */
class Ended extends Error {}

describe('bagging a deposit anew', () => {
  const store = openedOnce(temporaryBytes);
  let dependencies: Dependencies;
  let deposit: Deposit;

  const at = (path: string) => ({ bucket: WORKSPACE, key: deposit.files.prefix + path });
  const put = (path: string, content: string | Buffer): Promise<unknown> =>
    store.bytes.put(at(path), Buffer.from(content as string));
  const lose = (path: string): Promise<void> => store.bytes.delete(WORKSPACE, [at(path).key]);
  const textAt = async (path: string): Promise<string> => text((await store.bytes.get(at(path))).stream);
  const inRoot = async () => (await keysOf(store, deposit.depositId)).filter((key) => !key.includes('/'));

  /** A deposit that is a bag of an older version. */
  const open = async (encoding: keyof typeof ENCODINGS = 'UTF-8'): Promise<void> => {
    dependencies = dependenciesOn(memoryEvents(), store.bytes);
    deposit = await newDeposit(dependencies, null, 'None');
    const encoded = (content: string): Buffer => Buffer.from(content, ENCODINGS[encoding]);
    const tagFiles = {
      'bagit.txt': Buffer.from(`BagIt-Version: 0.97\nTag-File-Character-Encoding: ${encoding}\n`),
      'bag-info.txt': encoded('Payload-Oxum: 9.2\nExternal-Identifier: Münze 1\n'),
      'manifest-md5.txt': encoded(manifest('md5', FILES)),
      'manifest-sha512.txt': encoded(manifest('sha512', FILES)),
    };
    const named = { ...tagFiles, 'tagmanifest-md5.txt': encoded(manifest('md5', tagFiles)) };
    for (const [path, content] of Object.entries({ ...FILES, ...named })) await put(path, content);
  };
  const judge = async (): Promise<JudgedBag | null> => {
    const view = valueOf(await viewWorkspace(dependencies, deposit.depositId, { fresh: true }));
    return judgeBagOfRun({ dependencies, step: anyStep, signal }, view);
  };
  const bag = (judged: JudgedBag | null, step: Step = anyStep): Promise<void> => {
    const requireLive = () => Promise.resolve({ deposit, live: deposit.pipeline.live! });
    const { depositId } = deposit;
    return bagDeposit({ dependencies, depositId, sourceOrganization: null, step, requireLive, signal }, judged);
  };

  /** Bags until so many effects are done; answers whether it has come to its end. */
  const bagUntil = async (effects: number): Promise<boolean> => {
    let done = 0;
    const failure = await failureOf(
      bag(await judge(), (_name, effect) => {
        if (done++ === effects) return Promise.reject(new Ended());
        return effect();
      }),
    );
    if (failure !== undefined) expect(failure).to.be.instanceOf(Ended);
    return failure === undefined;
  };

  it('leaves the tag files of the new bag only', async () => {
    await open();
    await bag(await judge());
    expect(await inRoot()).to.have.members(NEW);
  });

  for (const encoding of ['UTF-8', 'ISO-8859-1', 'UTF-16LE'] as const) {
    it(`names every file in a manifest wherever it ends, so that a loss is found: ${encoding}`, async () => {
      for (let effects = 0, hasEnded = false; !hasEnded; effects++) {
        await open(encoding);
        hasEnded = await bagUntil(effects);
        expect(await judge(), `after ${effects} effects`).to.have.property('size', 2);
        await lose('data/objects/Münze.txt');
        expect(await failureOf(judge()), `after ${effects} effects`).to.be.instanceOf(RunFailure);
      }
    });

    it(`begins again where it ended: ${encoding}`, async () => {
      for (let effects = 0, hasEnded = false; !hasEnded; effects++) {
        await open(encoding);
        hasEnded = await bagUntil(effects);
        await bag(await judge());
        expect(await inRoot(), `after ${effects} effects`).to.have.members(NEW);
        expect(await textAt('manifest-sha256.txt'), `after ${effects} effects`).to.equal(manifest('sha256', FILES));
        expect(await textAt('bag-info.txt'), `after ${effects} effects`)
          .to.match(/^Payload-Oxum: 9\.2\n(?:.*\n)*External-Identifier: Münze 1\n$/m)
          .and.to.not.match(/^(Payload-Oxum|External-Identifier):.*\n(?:.*\n)*\1:/m);
      }
    });
  }

  for (const [what, change] of [
    ['lost', () => lose('data/objects/a.txt')],
    ['replaced', () => put('data/objects/a.txt', 'another')],
  ] as const)
    it(`leaves the old manifests as they are where a file was ${what} since the bag was judged`, async () => {
      await open();
      const judged = await judge();
      await change();
      const failure = await failureOf(bag(judged));
      expect(failure).to.be.instanceOf(RunFailure).with.property('message').that.contains('data/objects/a.txt');
      expect(await inRoot()).to.have.members(['bagit.txt', ...OLD]);
    });
});
