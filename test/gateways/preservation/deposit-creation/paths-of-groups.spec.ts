import { expect } from 'chai';
import { newContainer } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { requestDeposit, freePathIn } from './request-deposit.js';

describe('POST /deposits (preservation 2.6, 4.2; companion 13.1, 13.2)', () => {
  const live = liveServices();
  let box: string;
  before(async () => {
    box = await newContainer(live);
  });

  describe('takes the archival group from the path of its URI', () => {
    const ways: readonly [string, (path: string) => string, ((path: string) => string)?][] = [
      ['on its own host', (path) => `${live.preservation}/repository/${path}`],
      ['on the host of the storage service', (path) => `${live.storage}/repository/${path}`],
      ['on any other host', (path) => `https://user@elsewhere.example:8443/repository/${path}`],
      ['on a host below a path', (path) => `https://elsewhere.example/api/v1/repository/${path}`],
      ['as a path', (path) => `/repository/${path}`],
      ['as a path below the root', (path) => path],
      ['with a trailing slash', (path) => `${live.preservation}/repository/${path}/`],
      ['with /repository in another casing', (path) => `${live.preservation}/Repository/${path}`],
      ['with an escape', (path) => `/repository/${path}%20b`, (path) => `${path}%20b`],
      ['with an escape that needs none', (path) => `/repository/${path}%41%2d`, (path) => `${path}A-`],
      ['with an escape in small letters', (path) => `/repository/${path}%c3%a9`, (path) => `${path}%C3%A9`],
      ['with an escaped percent sign', (path) => `/repository/${path}%2541`, (path) => `${path}%2541`],
      ['with parentheses and a dot', (path) => `/repository/${path}(1).x_y`, (path) => `${path}(1).x_y`],
      ['whose parents do not exist', (path) => `/repository/${path}/none/here`, (path) => `${path}/none/here`],
    ];
    for (const [how, uriOf, shownAs = (path: string) => path] of ways)
      it(how, async () => {
        const path = freePathIn(box);
        const { status, body, text } = await requestDeposit(live, { archivalGroup: uriOf(path) });
        expect(status, text).to.equal(201);
        expect(body['archivalGroup']).to.equal(`${live.preservation}/repository/${shownAs(path)}`);
        expect(body['archivalGroupExists']).to.equal(false);
      });
    it('and keeps letters of both cases apart', async () => {
      const path = freePathIn(box);
      expect((await requestDeposit(live, { archivalGroup: path })).status).to.equal(201);
      expect((await requestDeposit(live, { archivalGroup: path.replace('group', 'Group') })).status).to.equal(201);
    });
    it('and takes two spellings of one path for one group', async () => {
      const path = freePathIn(box);
      expect((await requestDeposit(live, { archivalGroup: `${path}a` })).status).to.equal(201);
      expect((await requestDeposit(live, { archivalGroup: `https://x/repository/${path}%61/` })).status).to.equal(409);
    });
    for (const blank of ['', '  ', null])
      it(`and takes ${JSON.stringify(blank)} for none`, async () => {
        const { body, status } = await requestDeposit(live, { archivalGroup: blank });
        expect([status, body['archivalGroup']]).to.deep.equal([201, null]);
      });
  });
});
