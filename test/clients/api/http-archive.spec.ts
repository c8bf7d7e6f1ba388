import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { httpArchive } from '../../../clients/api/http-archive.js';
import { ArchiveFault, piecesOf, type Archive } from '../../../clients/archive/archive.js';
import { asyncSource } from '../../../flow/streams/async-source.js';
import { tarFile } from '../../../formats/tar/tar-file.js';
import { serve, type Service } from '../../gateways/service.js';
import { collected } from '../../support/collected.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json =
  (value: object, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

describe('the archive of a platform over HTTP', () => {
  let service: Service;
  let archive: Archive;
  let asked: string[];
  let answers: Answer[];
  /** What a minute of pauses adds up to, without waiting for it. */
  let paused: number;

  beforeEach(async () => {
    [asked, answers, paused] = [[], [], 0];
    service = await serve((request, response) => {
      asked.push(`${request.url} ${request.headers.range ?? ''}`.trim());
      const [answer, ...others] = answers;
      if (others.length > 0) answers = others;
      answer?.(request, response);
    });
    const pause = (ms: number): Promise<void> => {
      paused += ms;
      return Promise.resolve();
    };
    archive = httpArchive(service.base, { retries: { now: () => paused, pause, notify: () => undefined } });
  });
  afterEach(() => service.close());

  it('asks for the jobs of a group whose name has letters that addresses do not have', async () => {
    answers = [json({ jobs: [], page: 1, pageSize: 100, total: 0 })];
    expect(await collected(archive.jobs({ group: 'letters/19 ü%' }))).to.deep.equal([]);
    const [address = ''] = asked;
    expect(new URL(address, service.base).searchParams.get('group')).to.equal('letters/19%20%C3%BC%25');
  });

  const faultOf = async (
    answer: Answer,
    ask: () => Promise<unknown> = () => collected(archive.versions('g')),
  ): Promise<ArchiveFault> => {
    answers = [answer];
    const fault: unknown = await ask().catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(ArchiveFault);
    return fault as ArchiveFault;
  };

  const rows: readonly (readonly [status: number, problem: object, code: string])[] = [
    [401, { detail: 'No token.' }, 'unauthorized'],
    [403, { detail: 'Not for you.' }, 'forbidden'],
    [404, { detail: 'There is none.' }, 'not-found'],
    [409, { detail: 'The object is another one.' }, 'damaged'],
    [500, { detail: 'It failed.' }, 'unavailable'],
  ];
  for (const [status, problem, code] of rows)
    it(`is ${code} for ${status}, with the words of the service`, async () => {
      const fault = await faultOf(json(problem, status));
      expect([fault.code, fault.message]).to.deep.equal([code, Object.values(problem)[0]]);
    });

  it('is incomplete while a read model is built, once there is no progress for a minute', async () => {
    const fault = await faultOf(json({ detail: 'Being built.', progress: { percent: 7 } }, 503));
    expect([fault.code, fault.message, fault.transient]).to.deep.equal(['incomplete', 'Being built.', true]);
    expect(asked.length).to.be.above(2);
  });

  it('is unavailable where nobody answers for a minute', async () => {
    const fault = await faultOf((_, response) => response.destroy());
    expect([fault.code, paused > 30_000]).to.deep.equal(['unavailable', true]);
  });

  it('asks for a page when the one before was taken', async () => {
    const files = (stored: string, next: string | null) => json({ files: [{ stored }], next });
    answers = [files('a b', 'a b'), files('c', null)];
    const listed = archive.files('g', 2)[Symbol.asyncIterator]();
    expect([(await listed.next()).value, asked.length]).to.deep.equal([{ stored: 'a b' }, 1]);
    expect([(await listed.next()).value, asked.length]).to.deep.equal([{ stored: 'c' }, 2]);
    expect((await listed.next()).done).to.equal(true);
    expect(asked.map((each) => new URL(each, service.base).searchParams.get('after'))).to.deep.equal([null, 'a b']);
  });

  it('tells where each file begins in the tar of what is listed, and gives a part of that', async () => {
    const files = [
      { stored: 'objects/a', size: 3, fileDate: null },
      { stored: 'objects/ü', size: 512, fileDate: '1998-02-11T09:30:00Z' },
      { stored: 'objects/z', size: 0, fileDate: null },
    ];
    answers = [json({ files, next: null }), (_, response) => response.writeHead(206).end('part')];
    const listed = await collected(archive.files('g', 2, 'objects', { described: false, placed: true }));
    const tar = await tarFile(
      listed.map(({ stored, size, fileDate }) => ({
        path: stored.slice(8),
        size,
        modified: fileDate === null ? null : new Date(fileDate),
      })),
      ({ size }) => asyncSource([Buffer.alloc(size)]),
    );
    const bytes = Buffer.concat(await collected(tar.read()));
    const heads = listed.map(({ tarStart = 0 }) => bytes.toString('latin1', tarStart, tarStart + 9).split('\0')[0]);
    expect(heads).to.deep.equal(['a', 'PaxHeader', 'z']);
    const part: AsyncIterable<Buffer> | undefined = await archive.openTar?.('g', 2, 'objects', { start: 0, end: 4 });
    expect(Buffer.concat(await collected(part ?? asyncSource([]))).toString()).to.equal('part');
    expect(asked[1]).to.equal('/content/g/objects?version=v2&as=tar&stored=true bytes=0-3');
  });

  it('follows a file to its earlier name on the next page', async () => {
    const version = (file: object | null) => ({ version: 1, file });
    answers = [
      json({ group: 'g', versions: [version({ kind: 'renamed', stored: 'objects/b', from: 'objects/a' })], next: 3 }),
      json({ group: 'g', versions: [], next: null }),
    ];
    await collected(archive.changesOf('g', 'objects/b'));
    expect(asked).to.deep.equal(['/versions/g/objects/b?limit=1', '/versions/g/objects/a?limit=10&before=3']);
  });

  describe('the bytes of a file', () => {
    const TEXT = 'one two three four';
    const file = { stored: 'objects/a#1 %.json', size: TEXT.length };
    /** So much of the text, from where the request wants it, and then the end of the connection. */
    const part =
      (length: number): Answer =>
      ({ headers: { range } }, response) => {
        const from = Number(/\d+/.exec(range ?? '0')?.[0]);
        response.writeHead(range === undefined ? 200 : 206, {
          'content-type': 'application/json',
          'content-length': TEXT.length - from,
        });
        response.write(TEXT.slice(from, from + length), () => {
          if (from + length >= TEXT.length) response.end();
          else response.destroy();
        });
      };
    const read = async (from?: number): Promise<string> =>
      Buffer.concat(await collected(piecesOf(await archive.open('g', 1, file, from)))).toString();

    it('are asked for again from where the connection broke', async () => {
      answers = [part(4), part(0), part(4), part(100)];
      expect(await read()).to.equal(TEXT);
      expect(asked.map((each) => each.split(' ')[1] ?? '')).to.deep.equal([
        '',
        'bytes=4-17',
        'bytes=4-17',
        'bytes=8-17',
      ]);
    });

    it('begin where they are wanted, and are none behind the end', async () => {
      answers = [part(100)];
      expect(await read(8)).to.equal(TEXT.slice(8));
      expect(asked).to.deep.equal(['/content/g/objects/a-_-percent-23-_-1%20%25.json?version=v1 bytes=8-17']);
      expect([await read(TEXT.length), asked.length]).to.deep.equal(['', 1]);
    });

    it('fail where none come for a minute', async () => {
      answers = [part(4), part(0)];
      const fault: unknown = await read().catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(ArchiveFault).with.property('code', 'unavailable');
    });

    it('are damaged where the service cannot read them', async () => {
      const fault = await faultOf(json({ detail: 'The bytes are missing.' }, 500), read);
      expect(fault.code).to.equal('damaged');
    });
  });
});
