import { expect } from 'chai';
import { ask, newContainer, newDeposit, newGroup } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestDeposit, freePathIn } from './request-deposit.js';

describe('POST /deposits (preservation 2.6, 4.2; companion 13.1, 13.2)', () => {
  const live = liveServices();
  let box: string;
  before(async () => {
    box = await newContainer(live);
  });

  describe('refuses an archival group', () => {
    interface Row {
      readonly why: string;
      readonly path: () => string | Promise<string>;
      readonly status: number;
      /** How the detail begins. */
      readonly detail: (path: string) => string;
    }
    const odd = (why: string, path: string, shown = path): Row => ({
      why,
      path: () => path,
      status: 400,
      detail: () => `Archive path '${shown}' contains invalid characters. `,
    });
    const at = (path: string) => `/repository/${path}`;
    const rows: readonly Row[] = [
      odd('with a space', 'a b'),
      odd('with an umlaut', 'bücher'),
      odd('with a question mark', 'a?b=c'),
      odd('with a fragment', 'a#b'),
      odd('with an ampersand', 'a&b'),
      odd('with a percent sign that escapes nothing', '100%'),
      odd('with an escaped slash', 'a%2Fb'),
      odd('with an escaped NUL', 'a%00b'),
      odd('with an escape that is no UTF-8', 'a%ff'),
      odd('with an empty segment', 'a//b'),
      odd('with two trailing slashes', 'a//', 'a/'),
      odd('with a segment ..', 'a/../b'),
      odd('with an escaped segment ..', 'a/%2e%2e/b'),
      odd('with a segment .', './a'),
      {
        why: 'that another deposit is active for',
        path: async () => {
          const path = freePathIn(box);
          await newDeposit(live, { archivalGroup: at(path) });
          return path;
        },
        status: 409,
        detail: (path) => `An Active Deposit already exists for this archivalGroup (${path})`,
      },
      {
        why: 'that is a container',
        path: () => newContainer(live),
        status: 409,
        detail: (path) => `The resource at ${path} is a Container, not an ArchivalGroup`,
      },
      {
        why: 'that is a binary of a group',
        path: async () => `${(await newGroup({ 'objects/a.txt': 'a' })).path}/objects/a.txt`,
        status: 409,
        detail: (path) => `The resource at ${path} is a Binary, not an ArchivalGroup`,
      },
      {
        why: 'that is a container of a group',
        path: async () => `${(await newGroup({ 'objects/a.txt': 'a' })).path}/objects`,
        status: 409,
        detail: (path) => `The resource at ${path} is a Container, not an ArchivalGroup`,
      },
    ];
    const requests: readonly [string, (archivalGroup: string) => Promise<Awaited<ReturnType<typeof ask>>>][] = [
      ['POST /deposits', (archivalGroup) => requestDeposit(live, { archivalGroup })],
      [
        'POST /deposits/export',
        (archivalGroup) => ask('POST', `${live.preservation}/deposits/export`, { archivalGroup }),
      ],
      ['PATCH', async (archivalGroup) => ask('PATCH', (await newDeposit(live)).uri, { archivalGroup })],
    ];
    for (const { why, path, status, detail } of rows)
      it(`${status} ${why}`, async () => {
        const refused = await path();
        for (const [request, send] of requests) {
          const reply = await send(at(refused));
          expect(reply.status, `${request}: ${reply.text}`).to.equal(status);
          expect(reply.body['status']).to.equal(status);
          const begins = detail(refused);
          expect(String(reply.body['detail']).slice(0, begins.length), request).to.equal(begins);
        }
      });
    const roots = ['http://x/repository/', 'http://x/repository', '/repository/'];
    for (const root of roots)
      it(`400 that is the root, as ${root}`, async () => {
        for (const [request, send] of requests) expect((await send(root)).status, request).to.equal(400);
      });
    it('400 with all reasons, joined by ;', async () => {
      const { body } = await requestDeposit(live, { archivalGroup: '/repository/a b/c&d' });
      expect(String(body['detail']).split(';').length).to.be.greaterThan(2);
    });
    it('400 whose URI cannot be read', async () => {
      for (const [request, send] of requests)
        expect((await send('http://[/repository/a')).status, request).to.equal(400);
    });
  });
});
