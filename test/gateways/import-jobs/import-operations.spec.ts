import { expect } from 'chai';
import { ask, ended, names, newContainer, newDeposit, upload, type ShownResource } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { sha256Of } from '../../support/sha256.js';

const LISTS = [
  'containersAdded',
  'binariesAdded',
  'containersDeleted',
  'binariesDeleted',
  'binariesPatched',
  'binariesRenamed',
  'containersRenamed',
] as const;

describe('the operations of an import job, posted by hand', () => {
  const live = liveServices();

  const newPlace = async (): Promise<string> => `${live.preservation}/repository/${await newContainer(live)}/group`;
  /** Binaries of these texts, in whatever form the job likes to have them. */
  const run = async (
    group: string,
    job: (binary: (path: string, text: string) => { readonly origin: string }) => object,
    texts: readonly string[] = [],
  ): Promise<ShownResource> => {
    const deposit = await newDeposit(live, { archivalGroup: group });
    await upload(live, deposit, Object.fromEntries(texts.map((text) => [sha256Of(text), text])));
    const binary = (path: string, text: string): { readonly origin: string; readonly [field: string]: string } => ({
      id: `${group}/${path}`,
      origin: `s3://${live.places.workspaceBucket}/${deposit.prefix}${sha256Of(text)}`,
      contentType: 'text/plain',
      digest: sha256Of(text).toUpperCase(),
    });
    const posted = { deposit: deposit.uri, archivalGroup: group, ...job(binary) };
    const { status, body, text } = await ask('POST', `${deposit.uri}/importjobs`, posted);
    expect(status, text).to.equal(201);
    const done = await ended(live, body.id);
    if (done['newVersion'] === null) await ask('DELETE', deposit.uri);
    return done;
  };
  const idsIn = (group: string, result: ShownResource): Record<string, string[]> =>
    Object.fromEntries(
      LISTS.map((list) => [list, (result[list] as ShownResource[]).map(({ id }) => id.slice(group.length + 1))]),
    );
  const newGroup = async (): Promise<string> => {
    const group = await newPlace();
    const first = await run(
      group,
      (binary) => ({
        archivalGroupName: 'Letters',
        isUpdate: false,
        containersToAdd: [{ id: `${group}/old` }, { id: `${group}/objects`, name: 'Objects' }],
        binariesToAdd: [binary('objects/a', 'alpha'), binary('objects/b', 'beta'), binary('old/x', 'alpha')],
      }),
      ['alpha', 'beta'],
    );
    expect(first).to.include({ status: 'completed', newVersion: 'v1', sourceVersion: null, errors: null });
    return group;
  };

  it('make one version together, and are told by their lists when it is there', async () => {
    const group = await newGroup();
    const result = await run(
      group,
      (binary) => ({
        archivalGroupName: 'Letters of 1911',
        isUpdate: true,
        containersToAdd: [{ id: `${group}/new/inner` }, { id: `${group}/new`, name: 'New' }],
        binariesToAdd: [{ ...binary('new/inner/d', 'delta'), name: 'Page “D”' }],
        binariesToPatch: [{ ...binary('objects/b', ''), contentType: 'text/csv' }],
        binariesToDelete: [{ id: `${group}/old/x` }],
        containersToDelete: [{ id: `${group}/old` }],
        binariesToRename: [{ id: `${group}/objects/a`, name: 'Page A' }],
        containersToRename: [{ id: `${group}/objects`, name: 'The objects' }],
      }),
      ['delta', ''],
    );
    expect(result).to.include({ status: 'completed', sourceVersion: 'v1', newVersion: 'v2', errors: null });
    expect(idsIn(group, result)).to.deep.equal({
      containersAdded: ['new/inner', 'new'],
      binariesAdded: ['new/inner/d'],
      containersDeleted: ['old'],
      binariesDeleted: ['old/x'],
      binariesPatched: ['objects/b'],
      binariesRenamed: ['objects/a'],
      containersRenamed: ['objects'],
    });
    const show = async (path: string): Promise<ShownResource> => (await ask('GET', `${group}${path}`)).body;
    expect(await show('')).to.include({ name: 'Letters of 1911' });
    const { body: box } = await ask('GET', group.slice(0, group.lastIndexOf('/')));
    expect(names(box.containers)).to.deep.equal(['Letters of 1911']);
    expect(await show('/objects')).to.include({ name: 'The objects' });
    expect(await show('/objects/a')).to.include({ name: 'Page A', size: 5, digest: sha256Of('alpha') });
    expect(await show('/objects/b')).to.include({ size: 0, contentType: 'text/csv', digest: sha256Of('') });
    expect(await show('/new/inner/d')).to.include({ name: 'Page “D”', digest: sha256Of('delta') });
    for (const path of ['/old', '/old/x']) expect((await ask('GET', `${group}${path}`)).status, path).to.equal(410);
    expect(await show('?view=lightweight&version=v1')).to.include({ name: 'Letters' });
  });

  describe('fail, once they run, with the words of the specification', () => {
    let group: string;
    before(async () => {
      group = await newGroup();
    });
    const cases: readonly [string, () => object, string, string | null][] = [
      [
        'where the group is said to be new',
        () => ({ isUpdate: false }),
        'Archival Group is not null for new Import',
        null,
      ],
      ['where a binary to add has no id', () => ({ binariesToAdd: [{ id: null }] }), 'Binary ID is null', null],
      ['where a binary to patch has no id', () => ({ binariesToPatch: [{ id: null }] }), 'Binary ID is null', null],
      ['where a binary to delete has no id', () => ({ binariesToDelete: [{}] }), 'Binary ID is null', null],
      ['where a binary to rename has no id', () => ({ binariesToRename: [{ name: 'x' }] }), 'Binary ID is null', null],
      [
        'where a binary to delete is not there',
        () => ({ binariesToDelete: [{ id: `${group}/gone` }] }),
        'Not found: GROUP/gone',
        '/gone',
      ],
      [
        'where a container to add is there',
        () => ({ containersToAdd: [{ id: `${group}/objects` }] }),
        'Resource already exists at GROUP/objects (Container)',
        '/objects',
      ],
      [
        'where a container to delete holds something',
        () => ({ containersToDelete: [{ id: `${group}/objects` }] }),
        'GROUP/objects is not empty: a Container goes when the same job deletes all that is in it.',
        '/objects',
      ],
      [
        'where a container has no parent',
        () => ({ containersToAdd: [{ id: `${group}/no/where` }] }),
        "Ancestors of 'GROUP/no/where' must all be Containers, 'GROUP/no' does not exist.",
        '/no/where',
      ],
    ];
    for (const [title, job, message, at] of cases) {
      it(title, async () => {
        const result = await run(group, (binary) => {
          const { origin } = binary('x', 'alpha');
          const changes = Object.entries(job()).map(([list, items]: [string, unknown]): [string, unknown] => [
            list,
            Array.isArray(items) ? items.map((item: object) => ({ origin, ...item })) : items,
          ]);
          return { containersToRename: [{ id: `${group}/old`, name: 'Never' }], ...Object.fromEntries(changes) };
        });
        const path = new URL(group).pathname.slice('/repository/'.length);
        expect(result).to.include({ status: 'completedWithErrors', newVersion: null, sourceVersion: 'v1' });
        expect(result['errors']).to.deep.equal([
          { id: at === null ? null : group + at, message: message.replaceAll('GROUP', path) },
        ]);
        expect(Object.values(idsIn(group, result)).flat()).to.deep.equal([]);
        expect((await ask('GET', group)).body['versions']).to.have.length(1);
        expect((await ask('GET', `${group}/old`)).body.name).to.equal('old');
      });
    }

    it('where the group is said to be there and is not', async () => {
      const result = await run(await newPlace(), () => ({ isUpdate: true, archivalGroupName: 'Letters' }));
      expect(result).to.include({ newVersion: null, sourceVersion: null });
      expect(result['errors']).to.deep.equal([{ id: null, message: 'Archival Group was null for update' }]);
    });

    it('where a new group has no name', async () => {
      const place = await newPlace();
      const result = await run(place, () => ({}));
      expect(result['errors']).to.deep.equal([{ id: null, message: 'Archival Group does not have a name' }]);
      expect((await ask('GET', place)).status).to.equal(404);
    });
  });
});
