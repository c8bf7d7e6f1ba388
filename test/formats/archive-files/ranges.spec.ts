import { expect } from 'chai';
import fc from 'fast-check';
import type { ArchiveFile } from '../../../formats/archive-files/archive-file.js';
import { tarFile } from '../../../formats/tar/tar-file.js';
import { zipFile } from '../../../formats/zip/zip-file.js';
import { allOf, filled, ODD_ENTRIES, openFilled, type FilledEntry } from '../../support/archive-files.js';
import { collected } from '../../support/collected.js';
import { failureOf } from '../../support/failure-of.js';

type Make = (
  entries: readonly FilledEntry[],
  open: (entry: FilledEntry) => AsyncIterable<Uint8Array>,
) => Promise<ArchiveFile>;

const FORMS: readonly (readonly [name: string, make: Make])[] = [
  ['a zip', zipFile],
  ['a tar', tarFile],
];

for (const [name, make] of FORMS)
  describe(`a range of ${name}`, () => {
    it('has the bytes that the whole has there, also where nothing was read before', async () => {
      const whole = await allOf(await make(ODD_ENTRIES, openFilled));
      const position = fc.nat(whole.length - 1);
      await fc.assert(
        fc.asyncProperty(position, position, async (one, other) => {
          const [start, end] = [Math.min(one, other), Math.max(one, other)];
          const part = await allOf(await make(ODD_ENTRIES, openFilled), { start, end });
          expect(part.equals(whole.subarray(start, end + 1)), `${start} to ${end}`).to.equal(true);
        }),
        { numRuns: 60 },
      );
    });

    it('reads the entry that it begins within from its start, and no other before its records need it', async () => {
      const entries = [filled('a', 'x'.repeat(9_000)), filled('b', 'y'.repeat(9_000))];
      const whole = await allOf(await make(entries, openFilled));
      const read: string[] = [];
      const file = await make(entries, (entry) => {
        read.push(entry.path);
        return openFilled(entry);
      });
      const start = whole.indexOf('yyyy') + 100;
      await allOf(file, { start, end: start + 10 });
      expect(read).to.deep.equal(['b']);
    });

    it('gives the last bytes of an entry only when its end was read', async () => {
      const damaged = async function* (entry: FilledEntry): AsyncGenerator<Uint8Array> {
        yield* openFilled(entry);
        throw new Error('The digest differs.');
      };
      const file = await make([filled('a', 'x'.repeat(70_000))], damaged);
      const pieces: Buffer[] = [];
      const read = async (): Promise<void> => {
        for await (const piece of file.read({ start: 0, end: 1_000 })) pieces.push(piece);
      };
      expect(await failureOf(read())).to.include({ message: 'The digest differs.' });
      expect(Buffer.concat(pieces).length).to.be.lessThan(1_001);
    });

    it('opens small entries before their turn, and gives them in their order', async () => {
      const entries = Array.from({ length: 40 }, (_, index) => filled(`${index}`, `content ${index}`));
      const opened: string[] = [];
      let most = 0;
      const open = async function* (entry: FilledEntry): AsyncGenerator<Uint8Array> {
        opened.push(entry.path);
        await new Promise((resolve) => setImmediate(resolve));
        most = Math.max(most, opened.length);
        yield* openFilled(entry);
        opened.splice(opened.indexOf(entry.path), 1);
      };
      const file = await make(entries, open);
      expect((await allOf(file)).equals(await allOf(await make(entries, openFilled)))).to.equal(true);
      expect(most).to.be.within(2, 24);
    });

    it('fails where an entry has another size than it was given with', async () => {
      const file = await make([{ ...filled('a', 'abc'), size: 4 }], openFilled);
      expect(await failureOf(collected(file.read()))).to.include({ message: 'An entry has 3 bytes instead of 4.' });
    });
  });
