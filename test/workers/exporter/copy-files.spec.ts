import { expect } from 'chai';
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
});
