import { expect } from 'chai';
import { Readable } from 'node:stream';
import { openDigestReader } from '../../../../commands/workspace/digests/digest-reader.js';
import type { ByteStore } from '../../../../formats/bytes.js';
import { sha256Of } from '../../../support/sha256.js';

const NAMES = ['a', 'b', 'c'] as const;

/** A store whose objects, each of which has its name as its text, are read when they are let go. */
const heldStore = () => {
  const begun: string[] = [];
  const letGo = new Map<string, () => void>();
  const held = new Map(NAMES.map((name) => [name as string, new Promise<void>((go) => letGo.set(name, go))]));
  const infoOf = (key: string) => ({ bucket: 'b', key, etag: key, size: key.length });
  const store = {
    get: ({ key }: { readonly key: string }) => {
      begun.push(key);
      const text = async function* (): AsyncGenerator<Buffer> {
        await held.get(key);
        yield Buffer.from(key);
      };
      return Promise.resolve({ info: infoOf(key), stream: Readable.from(text()) });
    },
    head: ({ key }: { readonly key: string }) => Promise.resolve(infoOf(key)),
  } as unknown as ByteStore;
  return { store, begun, infoOf, letGo: (name: string) => letGo.get(name)?.() };
};

describe('reading objects for their digests', () => {
  it('reads an object once for two calls, of which the second has no place until the first has ended', async () => {
    const { store, begun, infoOf, letGo } = heldStore();
    const reader = openDigestReader(store);
    const reading = { holder: 'one', until: new AbortController().signal, late: () => Promise.resolve() };
    const read = (name: string) => reader.read(infoOf(name), reading);
    const [a, b] = [read('a'), read('b')]; // all places of this holder
    const twice = [read('c'), read('c')];
    letGo('a');
    await a;
    letGo('c');
    expect((await Promise.all(twice)).map((each) => each?.sha256)).to.deep.equal([sha256Of('c'), sha256Of('c')]);
    letGo('b');
    await b;
    expect(begun).to.deep.equal(['a', 'b', 'c']);
  });
});
