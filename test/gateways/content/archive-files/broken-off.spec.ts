import { once } from 'node:events';
import { get as request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { objectPlaceOf } from '../../../../commands/reads/read-group.js';
import { failureOf } from '../../../support/failure-of.js';
import { until } from '../../../support/scheduling/until.js';
import { sha256Of } from '../../../support/sha256.js';
import { unzipped } from '../../../support/restores/unzipped.js';
import { ask, newGroup } from '../../conversation.js';
import { CALLER, type LiveServices } from '../../live-services.js';

const MEBI = 1024 ** 2;
const LARGE = 'large '.repeat(2 * MEBI);
const FILES = { 'objects/a.txt': 'first', 'objects/b.txt': LARGE, 'objects/c.txt': 'last' };

/** The answer as it arrives; its body is not read before it is asked for. */
const open = async (url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
  const [answer] = (await once(request(url, { headers, agent: false }), 'response')) as [IncomingMessage];
  return answer;
};

describe('a download that does not come to its end', () => {
  let live: LiveServices;
  let url: string;
  let path: string;
  before(async () => {
    ({ live, path } = await newGroup(FILES));
    url = `${live.storage}/content/${path}?version=v1&as=`;
  });

  for (const form of ['zip', 'tar', 'bag'])
    it(`has the same bytes as one that does, when it is resumed as ${form}`, async () => {
      const first = await open(url + form);
      const received: Buffer[] = [];
      for await (const piece of first) {
        received.push(piece as Buffer);
        if (Buffer.concat(received).length > MEBI) break;
      }
      const begun = Buffer.concat(received);
      const etag = first.headers.etag ?? '';
      const rest = await open(url + form, { range: `bytes=${begun.length}-`, 'if-range': etag });
      expect(rest.statusCode).to.equal(206);
      const resumed = Buffer.concat([begun, await buffer(rest)]);
      expect(resumed.equals(await buffer(await open(url + form)))).to.equal(true);
      if (form === 'zip') expect(unzipped(resumed)['b.txt']?.toString() === LARGE).to.equal(true);
    });

  it('gives back its share when the client goes away', async () => {
    const headers = { [CALLER]: 'greedy' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => open(`${url}zip`, headers)));
    const refused = await open(`${url}zip`, headers);
    expect([refused.statusCode, refused.headers['retry-after']]).to.deep.equal([503, '5']);
    expect((await buffer(refused)).toString()).to.contain('You are downloading 4 archive files');
    const other = await open(`${url}zip`, { [CALLER]: 'other' });
    expect(other.statusCode).to.equal(200);
    for (const answer of [...answers, other]) answer.destroy();
    await until('a share is free', async () => {
      const answer = await open(`${url}zip`, headers);
      answer.destroy();
      return answer.statusCode === 200;
    });
  });

  describe('because a file is damaged', () => {
    before(async () => {
      const { body } = await ask('GET', `${live.storage}/ocfl/storagemap/${path}`);
      const files = body['files'] as Readonly<Record<string, { readonly fullPath: string }>>;
      const { bucket, root } = objectPlaceOf(live, path);
      const key = `${root}/${files['objects/b.txt']?.fullPath}`;
      await live.bytes.put({ bucket, key }, Buffer.from(LARGE.replace(/large $/, 'Large ')));
    });

    for (const form of ['zip', 'tar', 'bag'])
      it(`is broken off before the end of that file, and says so in the log, as ${form}`, async () => {
        const answer = await open(url + form);
        expect(answer.statusCode).to.equal(200);
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        expect(await failureOf(once(answer, 'end'))).to.be.instanceOf(Error);
        const received = Buffer.concat(pieces);
        expect(received.length).to.be.lessThan(Number(answer.headers['content-length']));
        expect(received.includes('Large ')).to.equal(false);
        const said = live.log.lines.findLast(({ level }) => level === 'error');
        expect(said?.message).to.equal(
          'A preserved file has other bytes than were preserved. Its download was broken off.',
        );
        expect(said?.fields).to.include({
          version: `${path}@v1`,
          file: 'objects/b.txt',
          expected: sha256Of(LARGE),
          found: sha256Of(LARGE.replace(/large $/, 'Large ')),
        });
      });

    it('is broken off also where it begins within that file, or ends there', async () => {
      for (const range of [`bytes=${MEBI}-`, `bytes=100-${MEBI}`]) {
        const answer = await open(`${url}zip`, { range });
        expect(answer.statusCode).to.be.oneOf([206, 500]);
        if (answer.statusCode === 206) expect(await failureOf(buffer(answer)), range).to.be.instanceOf(Error);
      }
    });
  });
});
