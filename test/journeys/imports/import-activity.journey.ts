import { expect } from 'chai';
import { placeOf, type JourneyPlatform } from '../journey-platform.js';
import { openedOnce } from '../../support/platform/opened.js';

interface Resource {
  readonly id: string;
}
interface Deposit extends Resource {
  readonly files: string;
  readonly metsETag: string | null;
}
interface Result extends Resource {
  readonly status: string;
  readonly dateFinished: string;
}
interface Collection {
  readonly totalItems: number;
  readonly last?: Resource;
}
interface Activity {
  readonly object: { readonly id: string; readonly type: string; readonly seeAlso: readonly Resource[] };
  readonly startTime: string;
  readonly endTime: string;
}
interface Page {
  readonly prev?: Resource;
  readonly orderedItems: readonly Activity[];
}

/** What a reader of finished imports does, on whatever platform it is given. */
export const importActivityJourneys = (start: () => Promise<JourneyPlatform>): void => {
  const platform = openedOnce(start, (each) => each.remove());
  before(async () => {
    await platform.call('PUT', '/repository/letters');
  });

  /** A job for a new group, `letters/<slug>`, with one file; one that is `spoilt` makes no version. */
  const requestImport = async (slug: string, spoilt = false): Promise<Result> => {
    const archivalGroup = `${platform.preservation}/repository/letters/${slug}`;
    const template = { template: 'RootLevel', archivalGroup, archivalGroupName: slug };
    const { id, files } = (await platform.call<Deposit>('POST', '/deposits', template)).body;
    const { bucket, root } = placeOf(files);
    await platform.s3.put({ bucket, key: `${root}objects/a.txt` }, Buffer.from(slug), { contentType: 'text/plain' });
    const etag = (await platform.call<Deposit>('GET', id)).body.metsETag ?? '';
    await platform.call('POST', `${id}/mets`, ['objects/a.txt'], { 'if-match': etag });
    const { body: diff } = await platform.call<{ binariesToAdd: object[] }>('GET', `${id}/importjobs/diff`);
    const binariesToAdd = diff.binariesToAdd.map((binary) => (spoilt ? { ...binary, id: null } : binary));
    const job = { ...diff, binariesToAdd };
    const posted = await platform.call<Result>('POST', `${id}/importjobs`, job);
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);
    return posted.body;
  };
  const resultOf = async ({ id }: Result): Promise<Result> => (await platform.call<Result>('GET', id)).body;

  const collection = async (): Promise<Collection> =>
    (await platform.call<Collection>('GET', `${platform.storage}/activity/importjobs/collection`)).body;
  const pageAt = async (uri: string): Promise<Page> => {
    const { status, body } = await platform.call<Page>('GET', uri);
    expect(status, uri).to.equal(200);
    return body;
  };
  /** What is later than the watermark, oldest first, as the specification tells readers to find it. */
  const readSince = async (watermark: number): Promise<Activity[]> => {
    const later: Activity[] = [];
    const { last } = await collection();
    let page: Page | null = last === undefined ? null : await pageAt(last.id);
    while (page !== null) {
      for (const activity of page.orderedItems.toReversed()) {
        if (Date.parse(activity.endTime) <= watermark) return later.reverse();
        later.push(activity);
      }
      page = page.prev === undefined ? null : await pageAt(page.prev.id);
    }
    return later.reverse();
  };
  const groupsOf = (activities: readonly Activity[]): (string | undefined)[] =>
    activities.map(({ object }) => object.seeAlso[0]?.id.replace(/.*\//, ''));

  let watermark = 0;

  it('finds nothing before any import has ended', async () => {
    expect(await readSince(0)).to.deep.equal([]);
    expect((await collection()).totalItems).to.equal(0);
  });

  it('finds the import that made a version and the one that made none', async () => {
    const results: Result[] = [];
    for (const [slug, spoilt] of [
      ['sent', false],
      ['spoilt', true],
    ] as const) {
      const job = await requestImport(slug, spoilt);
      await platform.settle();
      results.push(await resultOf(job));
    }
    expect(results.map(({ status }) => status)).to.deep.equal(['completed', 'completedWithErrors']);
    const activities = await readSince(watermark);
    expect(groupsOf(activities)).to.deep.equal(['sent', 'spoilt']);
    expect(activities[0]!.object.id).to.match(/\/import\/results\/[a-z\d]+\/letters\/sent$/);
    for (const [index, { startTime, endTime, object }] of activities.entries()) {
      expect(endTime).to.equal(results[index]!.dateFinished);
      expect(Date.parse(endTime)).to.be.at.least(Date.parse(startTime));
      expect(object.type).to.equal('ImportJob');
      expect(object.id.startsWith(platform.storage), object.id).to.equal(true);
      const { status } = results[index]!;
      const { body: result } = await platform.call<Result>('GET', object.id);
      expect(result).to.include({ id: object.id, status, dateFinished: endTime });
      expect(object.seeAlso[0]!.id.startsWith(`${platform.storage}/repository/letters/`)).to.equal(true);
    }
    watermark = Date.parse(activities.at(-1)!.endTime);
  });

  it('finds each of many imports that end together, once, and afterwards nothing more', async () => {
    const slugs = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(slugs.map((slug) => requestImport(slug)));
    await platform.settle();
    const activities = await readSince(watermark);
    expect(groupsOf(activities).sort()).to.deep.equal(slugs);
    const times = activities.map(({ endTime }) => Date.parse(endTime));
    expect(times.every((time, index) => time > (times[index - 1] ?? watermark))).to.equal(true);
    expect(await readSince(times.at(-1)!)).to.deep.equal([]);
    expect((await collection()).totalItems).to.equal(2 + slugs.length);
    expect((await readSince(0)).length).to.equal(2 + slugs.length);
  });
};
