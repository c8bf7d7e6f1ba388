import { expect } from 'chai';
import { WholeExportFailure } from '../../../commands/export-content/export-file.js';
import { ByteStoreFault, type ObjectAddress } from '../../../formats/bytes.js';
import { copyFiles } from '../../../workers/exporter/copy-files.js';
import { progress } from '../../../workers/progress.js';
import { steps } from '../../../workers/step.js';
import { memoryBytes } from '../../support/s3/memory-bytes.js';
import { silent } from '../support/log-of-facts.js';
import { sha256Of } from '../../support/sha256.js';

describe('the files that an export copies', () => {
  it('are its own where the answer to a copy was lost, and somebody else’s where none was', async () => {
    const { store } = memoryBytes(['repository', 'workspace']);
    const names = ['lost', 'theirs', 'the same', 'new'];
    for (const name of names) await store.put({ bucket: 'repository', key: name }, Buffer.from(name));
    await store.put({ bucket: 'workspace', key: 'out/theirs' }, Buffer.from('of somebody else'));
    await store.put({ bucket: 'workspace', key: 'out/the same' }, Buffer.from('the same'));
    const asked: string[] = [];
    const exporting = {
      bytes: {
        head: (at: ObjectAddress) => store.head(at),
        get: (at: ObjectAddress) => store.get(at),
        async copy(...[from, to, options]: Parameters<typeof store.copy>) {
          asked.push(from.key);
          const copied = await store.copy(from, to, options);
          if (from.key === 'lost') throw new ByteStoreFault('outcome-unknown', 'the answer was lost');
          return copied;
        },
      },
      destination: { bucket: 'workspace', prefix: 'out/' },
      bucket: 'repository',
      stored: (key: string) => store.head({ bucket: 'repository', key }),
      replaceable: null,
      isRepeated: false,
    };
    const files = names.map((name) => {
      const sha256 = sha256Of(name);
      return { path: name, key: name, sha256, contentType: 'text/plain', fileModified: null };
    });
    const { signal } = new AbortController();
    const step = steps({ jobId: 'an export', log: silent, signal, attempts: 2, mayPass: () => true });
    const counted = progress(() => undefined, { step: 'copy', files: files.length, bytes: null });
    const failures = await copyFiles(files, exporting, { progress: counted, step, signal });
    expect(failures.map(({ path }) => path)).to.deep.equal(['theirs', 'the same']);
    expect(asked.toSorted()).to.deep.equal(['lost', 'lost', 'new', 'the same', 'theirs']);
  });

  describe('to a destination whose disk refuses', () => {
    /** Copies three files; the second meets a fault so many times. Answers what was copied in the end, and what failed. */
    const copied = async (fault: ByteStoreFault, times: number) => {
      const { store } = memoryBytes(['repository', 'workspace']);
      const names = ['one', 'two', 'three'];
      for (const name of names) await store.put({ bucket: 'repository', key: name }, Buffer.from(name));
      let left = times;
      const copy = (...[from, ...rest]: Parameters<typeof store.copy>): ReturnType<typeof store.copy> =>
        from.key === 'two' && left-- > 0 ? Promise.reject(fault) : store.copy(from, ...rest);
      const exporting = {
        bytes: { head: store.head.bind(store), get: store.get.bind(store), copy },
        destination: { bucket: 'workspace', prefix: 'out/' },
        bucket: 'repository',
        stored: (key: string) => store.head({ bucket: 'repository', key }),
        replaceable: null,
        isRepeated: false,
      };
      const files = names.map((name) => {
        const sha256 = sha256Of(name);
        return { path: name, key: name, sha256, contentType: 'text/plain', fileModified: null };
      });
      const { signal } = new AbortController();
      const mayPass = (error: unknown): boolean => error instanceof ByteStoreFault && error.transient;
      const step = steps({ jobId: 'an export', log: silent, signal, attempts: 3, mayPass });
      const counted = progress(() => undefined, { step: 'copy', files: files.length, bytes: null });
      const ended = await copyFiles(files, exporting, { progress: counted, step, signal }).catch(
        (error: unknown) => error as Error,
      );
      return { ended, isThere: (await store.head({ bucket: 'workspace', key: 'out/two' })) !== null };
    };
    const FULL = new ByteStoreFault('store-full', 'there is no room left on the disk of the object store: ENOSPC');
    const ERROR = new ByteStoreFault('store-unavailable', 'the disk of the object store reports an error: EIO');

    it('end the whole export at once where it is full', async () => {
      const { ended, isThere } = await copied(FULL, 1);
      expect(ended).to.be.instanceOf(WholeExportFailure);
      expect((ended as Error).message).to.equal('There is no room left at the destination.');
      expect(isThere).to.equal(false);
    });

    it('are tried again where it reports an error, and end with that where it lasts', async () => {
      expect(await copied(ERROR, 2)).to.deep.equal({ ended: [], isThere: true });
      expect(await copied(ERROR, 3)).to.deep.equal({ ended: ERROR, isThere: false });
    });
  });
});
