import { expect } from 'chai';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readState, remember, writeState, type Entry } from '../state.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const entry = (port: number): Entry => ({
  ports: [port, port + 1],
  credential: { accessKeyId: 'AK1', secretAccessKey: 's3cret' },
  process: { pid: 4711, born: 'then' },
});

describe('the state of the services', () => {
  const cache = temporaryFolder();

  it('is empty where nothing was started', () => expect(readState(cache())).to.deep.equal({}));

  it('is read as it was written', () => {
    writeState(cache(), { kafka: entry(21_000), minio: { ...entry(21_002), process: null } });
    expect(readState(cache())).to.deep.equal({
      kafka: entry(21_000),
      minio: { ...entry(21_002), process: null },
    });
  });

  it('changes for one server and stays for the others', () => {
    writeState(cache(), { kafka: entry(21_000), minio: entry(21_002) });
    remember(cache(), 'kafka', entry(21_004));
    expect(readState(cache())).to.deep.equal({ kafka: entry(21_004), minio: entry(21_002) });
    remember(cache(), 'minio', null);
    expect(readState(cache())).to.deep.equal({ kafka: entry(21_004) });
  });

  it('is for the eyes of its owner, since it holds credentials', () => {
    writeState(cache(), { kafka: entry(21_000) });
    expect(statSync(join(cache(), 'state.json')).mode & 0o077).to.equal(0);
  });

  for (const [what, text] of [
    ['half a file', '{"kafka": {'],
    ['a server without ports', '{"kafka": {"ports": [], "credential": {}, "process": null}}'],
    ['a process without its birth', JSON.stringify({ kafka: { ...entry(1), process: { pid: 1 } } })],
    ['a list', '[1]'],
  ] as const) {
    it(`is called damaged when it is ${what}`, () => {
      writeFileSync(join(cache(), 'state.json'), text);
      expect(() => readState(cache())).to.throw('is damaged');
    });
  }
});
