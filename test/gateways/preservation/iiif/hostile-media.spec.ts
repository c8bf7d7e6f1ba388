import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { forEachConcurrently } from '../../../../flow/concurrently.js';
import { randomNumbers } from '../../../support/random/random-numbers.js';
import { SEED } from '../../../support/random/seed.js';
import { liveServices } from '../../live-services.js';
import { escaped, FILM, NOTES, PAGE, viewedDeposit, type ViewedDeposit } from './viewed-deposit.js';
import { atDepth } from '../../../support/random/depth.js';

const REQUESTS = atDepth(2_000);
const SECRET = 'what another deposit has';

describe(`media that nobody should ask for (MUNIMENT_TEST_SEED=${SEED})`, () => {
  const live = liveServices();
  let deposit: ViewedDeposit;
  let other: ViewedDeposit;
  before(async () => {
    [deposit, other] = [await viewedDeposit(live), await viewedDeposit(live)];
    const { workspaceBucket: bucket } = live.places;
    await live.bytes.put({ bucket, key: `${other.prefix}objects/secret.txt` }, Buffer.from(SECRET));
  });

  /** The path as it is, which fetch would tidy. */
  const get = (path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(live.preservation);
      request({ hostname, port, path, headers }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
      })
        .once('error', reject)
        .end();
    });

  it(`are ${REQUESTS} times answered without a byte of another deposit, and without a fault`, async () => {
    const random = randomNumbers(SEED);
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const segments = () => [
      ...['..', '%2e%2e', '.', '', '%2F', '%5c', '\\', '%00', '%ff', '%', 'objects', 'data', '😀', 'a'.repeat(300)],
      ...['info.json', 'full', '100,50', '0', 'default.jpg', '%0d%0aX: y', 'deposits', 'secret.txt', 'mets.xml', '~'],
      ...[deposit.id, other.id, ...[FILM, NOTES, PAGE].map(encodeURIComponent), PAGE.slice(8), '1'.repeat(40)],
    ];
    const path = (): string => Array.from({ length: 1 + random() * 8 }, () => oneOf(segments())).join('/');
    const tokens = [
      deposit.token,
      deposit.token,
      deposit.token,
      other.token.toUpperCase(),
      '0'.repeat(32),
      '..',
      'x',
      '',
    ];
    const types = ['imagesvc', 'file', 'video', 'audio', 'placeholder', 'FILE', 'x', '..'];
    const numbers = ['0', '1', '-1', '999', '1000', '9'.repeat(30), '', 'a', '1e9', '0x1'];
    const cases = Array.from({ length: REQUESTS }, () => {
      const size = `full/${oneOf(numbers)},${oneOf(numbers)}/0/default.jpg`;
      const target = random() < 0.3 ? `${escaped(oneOf([PAGE, FILM, NOTES]))}/${size}` : path();
      const source = oneOf(['deposit', 'deposit', 'deposit', 'DEPOSIT', 'group', '..']);
      const id = oneOf([deposit.id, deposit.id, deposit.id, other.id, '..', 'x', '%00']);
      const uri = `/media/${oneOf(tokens)}/${source}/${id}/${oneOf(types)}/${target}`;
      const range = `${oneOf(['bytes=', 'bytes=', 'items=', ''])}${oneOf(numbers)}-${oneOf(numbers)}`;
      return { uri: uri.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent), headers: random() < 0.5 ? { range } : {} };
    });
    // Chance makes an address that is right in one of some hundred cases only.
    const right = {
      uri: `${new URL(deposit.media).pathname}/imagesvc/${escaped(PAGE)}/full/100,50/0/default.jpg`,
      headers: {},
    };
    const statuses = new Map<number, number>();
    await forEachConcurrently([right, ...cases], { width: 8 }, async ({ uri, headers }) => {
      const { status, body } = await get(uri, headers);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status, uri).to.be.below(500);
      expect(body.includes(SECRET), uri).to.equal(false);
    });
    expect([...statuses.keys()], JSON.stringify([...statuses])).to.include.members([200, 400, 401, 404]);
  });
});
