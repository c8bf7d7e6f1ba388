import { expect } from 'chai';
import { ask, fresh, newContainer, type Reply } from '../conversation.js';
import { liveServices } from '../live-services.js';

/** What a segment is sent as, the status, and the end of the id or the beginning of the detail. */
type Row = readonly [slug: string, status: number, told: string];

const LONGEST = 'x'.repeat(2_000);
const SLUGS: readonly Row[] = [
  ['abcxyz', 201, 'abcxyz'],
  ['ABCXYZ', 201, 'ABCXYZ'],
  ['0189', 201, '0189'],
  ['(a)-_.b', 201, '(a)-_.b'],
  ['.hidden', 201, '.hidden'],
  ['...', 201, '...'],
  ['repository', 201, 'repository'],
  [LONGEST, 201, LONGEST],
  ['%C3%A9t%C3%A9', 201, '%C3%A9t%C3%A9'],
  ['%c3%a8', 201, '%C3%A8'],
  ['e%CC%81', 201, 'e%CC%81'],
  ['%F0%9F%93%A6', 201, '%F0%9F%93%A6'],
  ['a%20b', 201, 'a%20b'],
  ['a%25b', 201, 'a%25b'],
  ['a%0Ab', 201, 'a%0Ab'],
  ['a%23b', 201, 'a-_-percent-23-_-b'],
  ['%61%62', 201, 'ab'],
  ['a!b', 400, "Invalid slug: a!b; Character(s) '!' are not allowed in slugs."],
  ["a'*b", 400, "Invalid slug: a'*b; Character(s) ''', '*' are not allowed in slugs."],
  ['a~b', 400, "Invalid slug: a~b; Character(s) '~' are not allowed in slugs."],
  ['a+b', 400, "Invalid slug: a+b; Character(s) '+' are not allowed in slugs."],
  ['a:b', 400, "Invalid slug: a:b; Character(s) ':' are not allowed in slugs."],
  ['a,b;c=d&e@f$g', 400, 'Invalid slug: a,b;c=d&e@f$g; Character(s)'],
  ['a%2', 400, ''],
  ['a%zz', 400, ''],
  ['%FF', 400, ''],
  ['%00', 400, ''],
  [`${LONGEST}x`, 400, "Invalid slug: 'xxx"],
];

/** A name as it is sent, and as it is shown; null where the last segment of the path is. */
const NAMES: readonly (readonly [string, string | null])[] = [
  ['Été 1911 📦', 'Été 1911 📦'],
  ['e\u0301 and \u00e9', 'e\u0301 and \u00e9'],
  ['مخطوطات', 'مخطوطات'],
  ['one\r\ntwo\nthree\rfour', 'one - two - three - four'],
  ['\n', ' - '],
  ['\t tab and "quotes" \\ / % #', '\t tab and "quotes" \\ / % #'],
  ['nul \u0000 and bell \u0007', 'nul \u0000 and bell \u0007'],
  ['x'.repeat(20_000), 'x'.repeat(20_000)],
  ['', null],
];

for (const host of ['preservation', 'storage'] as const)
  describe(`the names of containers, on the ${host} service`, () => {
    const live = liveServices();
    let parent: string;
    before(async () => {
      parent = await newContainer(live);
    });
    const at = (path: string): string => `${live[host]}/repository/${path}`;
    const last = ({ body }: Reply): string => body.id.slice(body.id.lastIndexOf('/') + 1);

    for (const [slug, status, told] of SLUGS)
      it(`${status === 201 ? 'may be' : 'may not be'} ${slug.slice(0, 20)}`, async () => {
        const made = await ask('PUT', at(`${parent}/${slug}`));
        expect(made.status, made.text).to.equal(status);
        if (status === 400) expect(String(made.body['detail'])).to.match(/./).and.include(told);
        else {
          expect(last(made)).to.equal(told);
          expect(last(await ask('GET', made.body.id))).to.equal(told);
          expect((await ask('DELETE', at(`${parent}/${slug}`))).status).to.equal(204);
        }
      });

    it('may not be empty, nor the reserved name at the top of the repository', async () => {
      expect((await ask('PUT', at('repository'))).status).to.equal(400);
      expect((await ask('PUT', at('repository/inner'))).status).to.equal(400);
      expect((await ask('PUT', at(`${parent}//b`))).status).to.equal(400);
    });

    for (const [name, shown] of NAMES)
      it(`are shown as they were given: ${JSON.stringify(name).slice(0, 30)}`, async () => {
        const path = `${parent}/${fresh('named')}`;
        const made = await ask('PUT', at(path), { name, type: 'Container' });
        expect(made.status, made.text).to.equal(201);
        expect(made.body.name).to.equal(shown ?? path.slice(path.lastIndexOf('/') + 1));
        expect((await ask('GET', at(path))).body.name).to.equal(made.body.name);
      });

    it('are refused where they are no text, or too long', async () => {
      const path = `${parent}/${fresh('named')}`;
      for (const name of [1, true, {}, []]) expect((await ask('PUT', at(path), { name })).status).to.equal(400);
      expect((await ask('PUT', at(path), { name: '\ud800' })).status).to.equal(400);
      expect((await ask('PUT', at(path), { name: 'x'.repeat(400_000) })).status).to.be.oneOf([400, 413]);
      expect((await ask('GET', at(path))).status).to.equal(404);
    });
  });
