import { expect } from 'chai';
import type { IdentityService } from '../../formats/identity-records/identity-service.js';
import { openedOnce } from '../support/platform/opened.js';

/** A service that knows exactly the given records. */
export interface OpenIdentityRecords {
  readonly service: IdentityService;
  close(): Promise<void>;
}

/** Records as the identity service of an institution gives them. */
const RECORDS = [
  {
    id: 'rs2x9b4k',
    epid: 'e-1',
    created: '2026-01-02T03:04:05Z',
    updated: null,
    catirn: '4711',
    desc: 'Letters',
    status: 'published',
    title: 'Letters of 1911',
    catalogueapiuri: 'https://catalogue.example.org/4711',
    manifesturi: 'https://iiif.example.org/rs2x9b4k',
    repositoryuri: 'https://elsewhere.example.org/repository/cc/rs2x9b4k',
  },
  { id: 'a/b?c=d e#%2f', catirn: '4712', title: 'Ünïcode “quoted”, {brackets], \\ and "' },
  { id: 'twin-1', catirn: '4713', title: ' ' },
  { id: 'twin-2', catirn: '4713', epid: 12 },
];

/** What a look-up of identity records promises, wherever they are. */
export const identityServiceContract = (
  name: string,
  open: (records: readonly object[]) => Promise<OpenIdentityRecords>,
): void => {
  describe(`identity service contract: ${name}`, () => {
    const opened = openedOnce(() => open(RECORDS));

    it('finds a record by its id, with every field', async () =>
      expect(await opened.service.byId('rs2x9b4k')).to.deep.equal(RECORDS[0]));

    it('finds a record whose id is not fit for a URI as it is', async () =>
      expect(await opened.service.byId('a/b?c=d e#%2f')).to.include({
        catirn: '4712',
        title: 'Ünïcode “quoted”, {brackets], \\ and "',
      }));

    it('gives null for fields that are missing or blank, and numbers as text', async () => {
      expect(await opened.service.byId('twin-1')).to.include({ title: null, repositoryuri: null, manifesturi: null });
      expect(await opened.service.byId('twin-2')).to.include({ epid: '12' });
    });

    it('answers null for an unknown id, and for one that would name another path', async () => {
      for (const id of ['rs2x9b4', 'RS2X9B4K', '', '.', '..', '../ids', '\ud800', 'x'.repeat(2_000)])
        expect(await opened.service.byId(id), id).to.equal(null);
    });

    it('finds the one record with an identifier under a schema', async () => {
      const ids = async (schema: string, value: string): Promise<string[]> =>
        (await opened.service.matching(schema, value)).map(({ id }) => id);
      expect(await ids('catirn', '4711')).to.deep.equal(['rs2x9b4k']);
      expect(await ids('epid', '12')).to.deep.equal(['twin-2']);
      expect(await ids('repositoryuri', RECORDS[0]?.repositoryuri ?? '')).to.deep.equal(['rs2x9b4k']);
    });

    it('finds several records where they share an identifier', async () =>
      expect(await opened.service.matching('catirn', '4713')).to.have.length(2));

    it('finds nothing for part of a value, an unknown value and an unknown schema', async () => {
      expect(await opened.service.matching('catirn', '471')).to.deep.equal([]);
      expect(await opened.service.matching('isbn', '4711')).to.deep.equal([]);
      expect(await opened.service.matching('constructor', 'Object')).to.deep.equal([]);
      expect(await opened.service.matching('catirn', '')).to.deep.equal([]);
    });
  });
};
