import { expect } from 'chai';
import { ask, fresh, newContainer } from '../conversation.js';
import { importClient, type ImportClient } from '../import-client.js';
import { liveServices } from '../live-services.js';
import { sha256Of } from '../../support/sha256.js';

describe('faulty import jobs at the storage service', () => {
  const live = liveServices();
  let client: ImportClient;
  before(() => {
    client = importClient(live);
  });

  const outcomeOf = async (job: object): Promise<unknown> => {
    const { status, newVersion, errors, dateFinished, binariesAdded } = await client.done(job);
    expect([status, newVersion, binariesAdded]).to.deep.equal(['completedWithErrors', null, []]);
    expect(dateFinished).to.be.a('string');
    return errors;
  };

  describe('are refused at once', () => {
    const refused: readonly [string, (path: string) => object, number, RegExp][] = [
      ['without a group', () => ({ lastModifiedBy: 'a' }), 400, /^Import job must declare which Archival Group/],
      ['for a group whose path cannot be read', () => client.jobFor('%zz'), 400, /%zz/],
      ['for a group whose path is too long', () => client.jobFor('a/'.repeat(300)), 400, /is too long/],
      [
        'for a group with a fragment',
        () => client.jobFor('a#b'),
        400,
        /^Archival Group ID contains a fragment identifier/,
      ],
      [
        'without anybody who wants them',
        (path) => client.jobFor(path, { lastModifiedBy: null }),
        401,
        /^Cannot queue an importJob that lacks a LastModifiedBy: http.*\/group$/,
      ],
      [
        'with an event to suppress',
        (path) => client.jobFor(path, { suppressActivityStreamEvent: true }),
        400,
        /only for a job that patches a METS file/,
      ],
      ...['binariesToAdd', 'binariesToPatch', 'binariesToDelete', 'binariesToRename'].flatMap(faultsOfIds('Binary')),
      ...['containersToAdd', 'containersToDelete', 'containersToRename'].flatMap(faultsOfIds('Container')),
    ];
    for (const [what, job, status, detail] of refused)
      it(what, async () => {
        const answer = await client.post(job(await client.newPath()));
        expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([
          status,
          'application/problem+json; charset=utf-8',
        ]);
        expect(answer.body['detail']).to.match(detail);
        expect(answer.headers.has('www-authenticate')).to.equal(status === 401);
      });

    function faultsOfIds(kind: string) {
      return (list: string): [string, (path: string) => object, number, RegExp][] => {
        const listing = (id: string | null) => (path: string) =>
          client.jobFor(path, { [list]: [{ id: `${path}/a` }, { id: id === null ? null : path + id }] });
        return [
          [`with a null id in ${list}`, listing(null), 400, new RegExp(`^${kind} ID is null$`)],
          [
            `with a fragment in ${list}`,
            listing('/a#b'),
            400,
            new RegExp(`^${kind} ID contains a fragment identifier \\(#\\): .*/a#b$`),
          ],
          [`with a path of too many segments in ${list}`, listing('/a'.repeat(255)), 400, /is too long/],
          [`with a path of too many characters in ${list}`, listing(`/${'a'.repeat(4_080)}`), 400, /is too long/],
        ];
      };
    }
  });

  describe('fail once they run', () => {
    it('for a new group that is there', async () => {
      const path = await client.newPath();
      await client.done(client.jobFor(path));
      expect(await outcomeOf(client.jobFor(path, { isUpdate: false }))).to.deep.equal([
        { id: null, message: 'Archival Group is not null for new Import' },
      ]);
      expect((await ask('GET', client.groupAt(path))).body['versions']).to.have.length(1);
    });

    it('for an update of a group that is not there', async () => {
      const path = await client.newPath();
      const errors = [{ id: null, message: 'Archival Group was null for update' }];
      expect(await outcomeOf(client.jobFor(path, { isUpdate: true }))).to.deep.equal(errors);
      expect((await ask('GET', client.groupAt(path))).status).to.equal(404);
    });

    it('for a new group without a name', async () =>
      expect(await outcomeOf(client.jobFor(await client.newPath(), { archivalGroupName: null }))).to.deep.equal([
        { id: null, message: 'Archival Group does not have a name' },
      ]));

    const binaries: readonly [string, (path: string) => object, (path: string) => string][] = [
      ['an id outside the group', () => ({ id: 'other/a' }), (path) => `other/a is not inside ${path}.`],
      [
        'an id that cannot be decoded',
        (path) => ({ id: `${path}/%zz` }),
        () => "'%zz' is not a valid percent-escaped UTF-8 path segment.",
      ],
      [
        'a slug that is too long',
        (path) => ({ id: `${path}/${'a'.repeat(2001)}` }),
        () => `Invalid slug: '${'a'.repeat(40)}'; a slug has 1 to 2000 characters.`,
      ],
      [
        'an origin that is no S3 URI',
        () => ({ origin: 'file:///etc/passwd' }),
        () => 'Unable to read origin file:///etc/passwd',
      ],
      [
        'an origin in an unknown bucket',
        () => ({ origin: 's3://nowhere/a' }),
        () => 'Unable to read origin s3://nowhere/a',
      ],
      [
        'an origin named as a folder',
        () => ({ origin: 's3://nowhere/a/' }),
        () => 'Origin s3://nowhere/a/ ends in a slash, as only the key of a folder does.',
      ],
      ['no origin', () => ({ origin: null }), (path) => `Binary ${path}/a has no origin`],
      [
        'bytes that are not what was promised',
        () => ({ digest: sha256Of('b') }),
        (path) => `Checksum mismatch for binary ${path}/a: expected ${sha256Of('b')}, found ${sha256Of('a')}`,
      ],
    ];
    for (const [what, changes, message] of binaries)
      it(`for a binary with ${what}`, async () => {
        const path = await client.newPath();
        const binary = { id: `${path}/a`, origin: await client.putAnywhere('a'), ...changes(path) };
        const errors = (await outcomeOf(client.jobFor(path, { binariesToAdd: [binary] }))) as { message: string }[];
        expect(errors.map((error) => error.message)).to.deep.equal([message(path)]);
      });

    it('for a group that no path may have, or without containers above it', async () => {
      const odd = `${await newContainer(live)}/a!b`;
      const [error] = (await outcomeOf(client.jobFor(odd))) as { message: string }[];
      expect(error?.message).to.match(/contains invalid characters\. .*'!'/);
      const orphan = `${fresh('nowhere')}/group`;
      expect(await outcomeOf(client.jobFor(orphan))).to.deep.equal([
        {
          id: client.groupAt(orphan),
          message: `Ancestors of '${orphan}' must all be Containers, '${orphan.split('/')[0]}' does not exist.`,
        },
      ]);
    });
  });
});
