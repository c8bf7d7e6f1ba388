import { expect } from 'chai';
import { spy, stub } from 'sinon';
import type { ObjectAddress } from '../../../../formats/bytes.js';
import { ask, etagOf, newDeposit, upload, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';

const METS = 'xmlns:mets="http://www.loc.gov/METS/"';
const AGENT = '<mets:metsHdr><mets:agent><mets:name>Muniment</mets:name></mets:agent></mets:metsHdr>';
const doctype = (subset: string, body = '&x;'): string =>
  `<!DOCTYPE mets:mets [${subset}]><mets:mets ${METS}>${AGENT}${body}</mets:mets>`;
const laughs = Array.from(
  { length: 20 },
  (_each, index) => `<!ENTITY x${index + 1} "${`&x${index};`.repeat(10)}">`,
).join('');
const mets = (inside: string): string => `<mets:mets ${METS}>${AGENT}${inside}</mets:mets>`;
const DEEP = 100_000;

const HOSTILE: readonly (readonly [string, () => string | Buffer])[] = [
  ['a billion laughs', () => doctype(`<!ENTITY x0 "ha">${laughs}`, '&x20;')],
  ['a quadratic blow-up', () => doctype(`<!ENTITY x "${'a'.repeat(100_000)}">`, '&x;'.repeat(100_000))],
  ['an external entity', () => doctype('<!ENTITY x SYSTEM "file:///etc/passwd">')],
  ['an external DTD', () => `<!DOCTYPE mets SYSTEM "http://127.0.0.1:9/mets.dtd"><mets:mets ${METS}/>`],
  ['elements 100,000 deep', () => mets('<mets:div>'.repeat(DEEP) + '</mets:div>'.repeat(DEEP))],
  ['an attribute of 30 MB', () => mets(`<mets:structMap ID="${'a'.repeat(30_000_000)}"/>`)],
  ['an attribute of 30 MB that is many ids', () => mets(`<mets:div ADMID="${'a '.repeat(15_000_000)}"/>`)],
  ['an encoding that it is not in', () => Buffer.from([0x3c, 0x61, 0xff, 0xfe, 0x3e])],
  ['a declared encoding of its own', () => `<?xml version="1.0" encoding="EBCDIC-CP-BE"?>${mets('')}`],
  ['UTF-32', () => Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
  ['half an element', () => mets('<mets:structMap')],
  ['no METS in it', () => '<html><body/></html>'],
  ['no physical structure', () => mets('<mets:structMap TYPE="LOGICAL"><mets:div/></mets:structMap>')],
];

describe('a METS of ill intent in a deposit', () => {
  const live = liveServices();

  for (const [what, hostile] of HOSTILE) {
    it(`with ${what} is refused by every edit, and everybody else is answered meanwhile`, async () => {
      const deposit = await newDeposit(live);
      await upload(live, deposit, { 'objects/a.txt': 'a' });
      const at = { bucket: live.places.workspaceBucket, key: `${deposit.prefix}mets.xml` };
      const { etag } = await live.bytes.put(at, Buffer.from(hostile() as string));
      const headers = { 'if-match': etag };
      const items = [{ path: 'objects/a.txt', isDir: false }];
      const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items };
      const edits: Promise<Reply>[] = [
        ask('POST', `${deposit.uri}/mets`, ['objects/a.txt'], headers),
        ask('POST', `${deposit.uri}/mets/delete`, selection, headers),
        ask('POST', `${deposit.uri}/mets/normalise`, undefined, headers),
      ];
      const others = await Promise.all([1, 2, 3].map(() => ask('GET', `${live.preservation}/repository`)));
      expect(others.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      const [added, removed, normalised] = await Promise.all(edits);
      expect([added?.status, removed?.status]).to.deep.equal([422, 422]);
      // Ids can be looked at where there is no structure.
      expect(normalised?.status).to.equal(what === 'no physical structure' ? 200 : 422);
      expect(await etagOf(deposit)).to.equal(etag);
      expect((await live.bytes.head({ ...at, key: `${deposit.prefix}objects/a.txt` }))?.size).to.equal(1);
    });
  }

  it('with an attribute of 2 GB is refused before any of it is fetched', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    const headers = { 'if-match': await etagOf(deposit) };
    const isMets = ({ key }: ObjectAddress): boolean => key === `${deposit.prefix}mets.xml`;
    const head = stub(live.bytes, 'head').callsFake(async (at) => {
      const info = await head.wrappedMethod.call(live.bytes, at);
      return info !== null && isMets(at) ? { ...info, size: 2 ** 31 } : info;
    });
    const get = spy(live.bytes, 'get');
    try {
      const items = [{ path: 'objects/a.txt', isDir: false }];
      const asked = [
        ask('POST', `${deposit.uri}/mets`, ['objects/a.txt'], headers),
        ask(
          'POST',
          `${deposit.uri}/mets/delete`,
          { deleteFromMets: true, deleteFromDepositFiles: true, items },
          headers,
        ),
        ask('POST', `${deposit.uri}/mets/normalise`, undefined, headers),
        ask('GET', `${deposit.uri}/parsed-mets`),
        ask('GET', `${deposit.uri}/combined`),
      ];
      expect((await Promise.all(asked)).map(({ status }) => status)).to.deep.equal([422, 422, 422, 422, 422]);
      expect(get.args.filter(([at]) => isMets(at))).to.deep.equal([]);
    } finally {
      head.restore();
      get.restore();
    }
  });
});
