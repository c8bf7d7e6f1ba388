import { expect } from 'chai';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { ContainerFact } from '../../events/container.js';
import type { Position, RecordedFact } from '../../events/envelope.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import { pathId } from '../../formats/paths/path-id.js';
import { openEventStore, type EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import { freshRepository } from '../../projections/repository/fresh-repository.js';
import {
  isTombstone,
  repository,
  type RepositoryView,
  type ResourceDocument,
} from '../../projections/repository/repository.js';
import { openVirtualTime } from '../support/scheduling/virtual-time.js';
import { platformFact } from '../support/facts/platform-fact.js';
import { identityOf } from '../workers/support/log-of-facts.js';

type RepositoryFact = ContainerFact | ArchivalGroupFact;

const at = '2026-01-01T00:00:00.0000000Z';
const by = 'ada';

const child = (parent: string, name: string, kind: 'container' | 'archivalGroup'): RepositoryFact => ({
  type: 'ChildReserved',
  data: { path: parent, name, kind, displayName: null, jobId: kind === 'container' ? null : 'job', by, at },
});
const confirmed = (path: string, name: string): RepositoryFact => ({
  type: 'ChildConfirmed',
  data: { path, name, jobId: 'job', at },
});
const removed = (type: 'ChildTombstoned' | 'ChildPurged', parent: string, name: string): RepositoryFact => ({
  type,
  data: { path: parent, name, by, at },
});
const decided = (path: string, version: number): RepositoryFact =>
  ({
    type: 'VersionCommitDecided',
    data: { path, version, created: at, name: `Version ${version}`, by },
  }) as unknown as RepositoryFact;
const published = (path: string, version: number): RepositoryFact =>
  ({ type: 'VersionPublished', data: { path, version, jobId: 'job', at } }) as unknown as RepositoryFact;

/** What happened, in the order of the log. */
const history: readonly RepositoryFact[] = [
  child('', 'letters', 'container'),
  child('letters', '1911', 'archivalGroup'),
  child('', 'maps', 'container'),
  decided('letters/1911', 1),
  published('letters/1911', 1),
  confirmed('letters', '1911'),
  child('letters', '😀', 'container'),
  child('letters', '\uff5e wave', 'container'),
  decided('letters/1911', 2),
  child('letters', 'a b', 'container'),
  published('letters/1911', 2),
  child('letters', '1912', 'archivalGroup'),
  decided('letters/1912', 1),
  child('letters', '0', 'container'),
  child('letters', 'b', 'container'),
  removed('ChildTombstoned', 'letters', '0'),
  removed('ChildPurged', 'letters', 'b'),
  child('letters', 'b', 'container'),
  removed('ChildTombstoned', 'letters', 'b'),
  child('', 'drafts', 'container'),
  child('drafts', 'x', 'container'),
  removed('ChildTombstoned', 'drafts', 'x'),
  removed('ChildTombstoned', '', 'drafts'),
  removed('ChildPurged', '', 'drafts'),
  child('', 'drafts', 'container'),
  child('drafts', 'y', 'container'),
];

const streamOf = ({ type, data }: RepositoryFact): string =>
  `${type.startsWith('Child') ? 'container' : 'archivalGroup'}-${pathId(data.path)}`;

/** The view after its first facts, the rest of which it has not seen. */
const viewAfter = (facts: readonly RecordedFact<RepositoryFact>[]): RepositoryView => {
  const documents = new Map<string, ResourceDocument | null>();
  for (const fact of facts)
    for (const { key, apply } of repository.touches(fact)) documents.set(key, apply(documents.get(key) ?? null));
  const document = (path: string) => Promise.resolve(documents.get(path) ?? null);
  return {
    document,
    resource: async (path) => {
      const found = await document(path);
      return found?.shown === true ? found : null;
    },
    isTombstone: (path) => isTombstone(document, path),
    children: (path, { after, limit }) =>
      Promise.resolve(
        [...documents.values()]
          .flatMap((doc) => (doc?.shown === true && doc.parent === path ? [doc] : []))
          .filter((doc) => after === null || compareUtf8(doc.escapedPath, after) > 0)
          .sort((one, other) => compareUtf8(one.escapedPath, other.escapedPath))
          .slice(0, limit),
      ),
  };
};

describe('the repository while its view lags behind', () => {
  let events: EmbeddedEventStore;
  const facts: RecordedFact<RepositoryFact>[] = [];
  before(async () => {
    events = openEventStore(':memory:', createCodec(catalogue));
    for (const fact of history) await events.append(streamOf(fact), [platformFact(fact, identityOf('test'))], 'any');
    for await (const fact of events.readAll<RepositoryFact>()) facts.push(fact);
  });
  after(() => events.close());

  const lagging = (seen: number, fresh = false): RepositoryView => {
    const shown = (): Position | null => facts[seen - 1]?.position ?? null;
    return freshRepository({
      view: viewAfter(facts.slice(0, seen)),
      position: shown,
      events,
      fresh: () => Promise.resolve(fresh),
    });
  };
  const paths = ['letters', 'letters/1911', 'letters/1912', 'letters/a b', 'letters/none', 'maps'].concat(
    ['letters/0', 'letters/b', 'letters/0/none', 'drafts', 'drafts/x', 'drafts/y'], // deleted, or created again
  );
  const whole = { after: null, limit: 100 };

  history.forEach((_, seen) =>
    it(`answers as if the view were whole when it has seen ${seen} of ${history.length} facts`, async () => {
      const truth = viewAfter(facts);
      const view = lagging(seen);
      for (const path of paths) {
        expect(await view.resource(path), path).to.deep.equal(await truth.resource(path));
        expect(await view.isTombstone(path), path).to.equal(await truth.isTombstone(path));
      }
      for (const parent of ['', 'letters', 'maps', 'drafts'])
        expect(await view.children(parent, whole), parent).to.deep.equal(await truth.children(parent, whole));
    }),
  );

  it('has tombstones until they, or a container above them, are purged', async () => {
    const truth = viewAfter(facts);
    const tombstones: string[] = [];
    for (const path of paths) if (await truth.isTombstone(path)) tombstones.push(path);
    expect(tombstones).to.deep.equal(['letters/0', 'letters/b']);
    const beforePurge = viewAfter(facts.slice(0, facts.length - 3));
    expect(await beforePurge.isTombstone('drafts/x')).to.equal(true);
    expect(await viewAfter(facts.slice(0, facts.length - 2)).isTombstone('drafts/x')).to.equal(false);
  });

  it('gives pages that join without a gap or a double, whatever the view has seen', async () => {
    for (let seen = 0; seen <= history.length; seen++) {
      const view = lagging(seen);
      const found: string[] = [];
      for (let after: string | null = null; ;) {
        const page: ResourceDocument[] = await view.children('letters', { after, limit: 2 });
        found.push(...page.map(({ path }) => path));
        if (page.length < 2) break;
        after = page.at(-1)?.escapedPath ?? null;
      }
      expect(found, String(seen)).to.deep.equal(['letters/\uff5e wave', 'letters/😀', 'letters/1911', 'letters/a b']);
    }
  });

  it('answers from the streams alone while the view cannot be read, believed or not', async () => {
    const away = (): Promise<never> => Promise.reject(Object.assign(new Error('away'), { transient: true }));
    const view: RepositoryView = { document: away, resource: away, isTombstone: away, children: away };
    const truth = viewAfter(facts);
    for (const fresh of [true, false]) {
      const shown = (): Position | null => facts.at(-1)?.position ?? null;
      const blind = freshRepository({ view, position: shown, events, fresh: () => Promise.resolve(fresh) });
      for (const path of paths) {
        expect(await blind.resource(path), path).to.deep.equal(await truth.resource(path));
        expect(await blind.isTombstone(path), path).to.equal(await truth.isTombstone(path));
      }
      for (const parent of ['', 'letters', 'maps', 'drafts'])
        expect(await blind.children(parent, whole), parent).to.deep.equal(await truth.children(parent, whole));
    }
  });

  it('reads the log once for a listing, however many children the container has', async () => {
    const away = (): Promise<never> => Promise.reject(Object.assign(new Error('away'), { transient: true }));
    const unreadable: RepositoryView = { document: away, resource: away, isTombstone: away, children: away };
    const lostMeanwhile: RepositoryView = { ...viewAfter(facts.slice(0, 8)), document: away };
    for (const [view, times] of [
      [unreadable, 1],
      [viewAfter([]), 1],
      [lostMeanwhile, 2], // from the position of the view, then from the beginning
    ] as const) {
      let reads = 0;
      const counted: EmbeddedEventStore = {
        ...events,
        readAll: (options) => {
          reads += 1;
          return events.readAll(options);
        },
      };
      const position = (): Position | null => (view === lostMeanwhile ? (facts[7]?.position ?? null) : null);
      const repository = freshRepository({ view, position, events: counted, fresh: () => Promise.resolve(false) });
      expect(await repository.children('letters', whole)).to.have.length(4);
      expect(reads).to.equal(times);
    }
  });

  it('leaves a view that could not be read alone for longer than it took to find that out', async () => {
    const time = openVirtualTime(1);
    try {
      let asked = 0;
      const away = (): Promise<never> => {
        asked++;
        time.leap(5_000);
        return Promise.reject(Object.assign(new Error('away'), { transient: true }));
      };
      const view: RepositoryView = { document: away, resource: away, isTombstone: away, children: away };
      const blind = freshRepository({ view, position: () => null, events, fresh: () => Promise.resolve(true) });
      const look = (): Promise<unknown> =>
        time.run({ name: 'a gateway', state: 'running' }, () => blind.resource('maps'));
      await look();
      time.leap(9_000);
      await look();
      expect(asked).to.equal(1);
      time.leap(2_000);
      await look();
      expect(asked).to.equal(2);
    } finally {
      time.end();
    }
  });

  it('takes the word of a view that is fresh', async () => {
    expect(await lagging(0, true).resource('letters')).to.equal(null);
  });
});
