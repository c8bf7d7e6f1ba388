import { expect } from 'chai';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { validateBag } from '../../../formats/bagit/validate-bag.js';
import type { BagSource } from '../../../formats/bagit/bag-source.js';
import { memoryBag, type BagContent } from './memory-bag.js';
import { A, bagWith } from './small-bags.js';

const MIB = 1 << 20;

/** A bag with one tag file that is generated while it is read; `read` says how many bytes of it were. */
const generated = (
  files: BagContent,
  name: string,
  chunks: () => Iterable<string>,
): BagSource & { readonly read: () => number } => {
  const { list, open } = memoryBag({ ...files, [name]: '' });
  let read = 0;
  return {
    list,
    open: (path) => (path === name ? pieces() : open(path)),
    read: () => read,
  };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks()) {
      read += chunk.length;
      yield await Promise.resolve(Buffer.from(chunk));
    }
  }
};

describe('a bag that is made to do harm', () => {
  it('with a line of 50 MB has that line left out, and the others read', async () => {
    for (const name of ['manifest-sha256.txt', 'fetch.txt', 'bag-info.txt']) {
      const long = function* (): Generator<string> {
        yield name === 'manifest-sha256.txt' ? `${A} data/a\n${A} data/` : 'http://x.example/';
        for (let piece = 0; piece < 50; piece++) yield 'x'.repeat(MIB);
      };
      const { problems } = await validateBag(generated(bagWith({}), name, long));
      expect(problems.map(({ code, path }) => [code, path])).to.deep.equal([['line-too-long', name]]);
      expect(problems[0]!.message).to.have.length.below(200);
    }
  });

  it('with a value of bag-info.txt that is folded a million times has the start of it kept', async () => {
    const folds = function* (): Generator<string> {
      yield 'Payload-Oxum: 1.1\n';
      for (let line = 0; line < 1000; line++) yield ` ${'1'.repeat(99)}\n`.repeat(1000);
    };
    const { problems } = await validateBag(generated(bagWith({}), 'bag-info.txt', folds));
    expect(problems.map(({ code }) => code)).to.deep.equal(['oxum-malformed']);
    expect(problems[0]!.message).to.have.length.below(200);
  });

  it('with a manifest of more files than the limit has it read no further', async () => {
    const endless = function* (): Generator<string> {
      for (let line = 0; ; line++) yield `${A}  data/${line}\n`;
    };
    const bag = generated(bagWith({}), 'manifest-sha256.txt', endless);
    const { problems } = await validateBag(bag, { files: 5_000 });
    expect(problems.map(({ code }) => code)).to.deep.equal(['too-many-files']);
    expect(bag.read()).to.be.lessThan(2 * MIB);
  });

  it('with more files than the limit is listed no further, and not judged', async () => {
    const { open } = memoryBag(bagWith({}));
    let listed = 0;
    const list = async function* (): ReturnType<BagSource['list']> {
      yield { path: 'bagit.txt', size: 1 };
      for (;;) yield await Promise.resolve({ path: `data/${listed++}`, size: 0 });
    };
    const { problems } = await validateBag({ list, open }, { files: 100 });
    expect(problems.map(({ code }) => code)).to.deep.equal(['too-many-files']);
    expect(listed).to.be.at.most(102);
  });

  it('with a declaration of any length is read at its start only', async () => {
    const endless = function* (): Generator<string> {
      for (;;) yield 'BagIt-Version: 1.0 ';
    };
    const bag = generated(bagWith({}), 'bagit.txt', endless);
    const { problems } = await validateBag(bag);
    expect(problems.map(({ code }) => code)).to.deep.equal(['declaration-malformed', 'declaration-malformed']);
    expect(bag.read()).to.be.lessThan(10_000);
  });

  it('with a manifest of a million lines is judged in little memory, and few of its problems are kept', async () => {
    const work = `
      const { parentPort, workerData: { validator, a } } = require('node:worker_threads');
      (async () => {
        const { validateBag } = await import(validator);
        const contents = {
          'bagit.txt': ['BagIt-Version: 1.0\\nTag-File-Character-Encoding: UTF-8\\n'],
          'data/a': ['a'],
          'manifest-sha256.txt': { *[Symbol.iterator]() {
            for (let block = 0; block < 1000; block++) yield (a + '  data/a\\n').repeat(1000);
          } },
        };
        const list = async function* () { for (const path in contents) yield { path, size: 1 }; };
        const open = async function* (path) { for (const text of contents[path]) yield Buffer.from(text); };
        const { problems, problemCount } = await validateBag({ list, open });
        parentPort.postMessage([problemCount, problems.length]);
      })();`;
    const validator = new URL('../../../formats/bagit/validate-bag.js', import.meta.url).href;
    const worker = new Worker(work, {
      eval: true,
      workerData: { validator, a: A },
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    });
    const [answer] = (await once(worker, 'message')) as unknown[];
    await worker.terminate();
    expect(answer).to.deep.equal([999_999, 1000]);
  });
});
