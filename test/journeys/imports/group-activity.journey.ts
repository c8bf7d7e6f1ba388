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
interface Activity {
  readonly type: string;
  readonly object: Resource & { readonly seeAlso?: readonly Resource[] };
  readonly endTime: string;
}
interface Page {
  readonly prev?: Resource;
  readonly orderedItems: readonly Activity[];
}

/** What a reader of the activity stream of archival groups does, on whatever platform it is given. */
export const groupActivityJourneys = (start: () => Promise<JourneyPlatform>): void => {
  const platform = openedOnce(start, (each) => each.remove());
  before(async () => {
    await platform.call('PUT', '/repository/maps');
  });

  const groupAt = (slug: string): string => `${platform.preservation}/repository/maps/${slug}`;

  /** Imports a deposit with one file into the group `maps/<slug>`; answers when it has ended. */
  const importInto = async (slug: string, file: string): Promise<void> => {
    const request = { template: 'RootLevel', archivalGroup: groupAt(slug), archivalGroupName: slug };
    const { id, files } = (await platform.call<Deposit>('POST', '/deposits', request)).body;
    const { bucket, root } = placeOf(files);
    await platform.s3.put({ bucket, key: `${root}objects/${file}` }, Buffer.from(file), { contentType: 'text/plain' });
    const etag = (await platform.call<Deposit>('GET', id)).body.metsETag ?? '';
    await platform.call('POST', `${id}/mets`, [`objects/${file}`], { 'if-match': etag });
    const posted = await platform.call<Resource>('POST', `${id}/importjobs`, { id: `${id}/importjobs/diff` });
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);
    await platform.settle();
    expect((await platform.call('GET', posted.body.id)).body).to.include({ status: 'completed' });
  };

  /** What is later than the watermark, oldest first, as the specification tells readers to find it. */
  const readSince = async (watermark: number): Promise<Activity[]> => {
    const later: Activity[] = [];
    const collection = await platform.call<{ last: Resource }>('GET', '/activity/archivalgroups/collection');
    for (let uri: string | undefined = collection.body.last.id; uri !== undefined;) {
      const page: Page = (await platform.call<Page>('GET', uri)).body;
      for (const activity of page.orderedItems.toReversed()) {
        if (Date.parse(activity.endTime) <= watermark) return later.reverse();
        later.push(activity);
      }
      uri = page.prev?.id;
    }
    return later.reverse();
  };
  const told = ({ type, object }: Activity): string => `${type} ${object.id.replace(/.*\//, '')}`;

  let watermark = 0;

  it('finds the placeholder once, before anything that was imported', async () => {
    const activities = await readSince(watermark);
    expect(activities.map(told).filter((each) => each.endsWith(' archival-group'))).to.have.length(1);
    expect(told(activities[0]!)).to.equal('Create archival-group');
    watermark = Date.parse(activities.at(-1)!.endTime);
  });

  it('finds the creation of a group, its updates and what is posted, once each and in order', async () => {
    await importInto('atlas', 'a.txt');
    await importInto('globe', 'a.txt');
    const again = { type: 'Update', object: { id: groupAt('atlas'), type: 'ArchivalGroup' } };
    expect((await platform.call('POST', '/activity/archivalgroups/collection', again)).status).to.equal(204);
    const activities = await readSince(watermark);
    expect(activities.map(told)).to.deep.equal(['Create atlas', 'Create globe', 'Update atlas']);
    expect(activities.map(({ object }) => object.seeAlso?.length)).to.deep.equal([1, 1, undefined]);
    const times = activities.map(({ endTime }) => Date.parse(endTime));
    expect(times.every((time, index) => time > (times[index - 1] ?? watermark))).to.equal(true);
    for (const { object } of activities) expect((await platform.call('GET', object.id)).status).to.equal(200);
    const [result] = activities[0]!.object.seeAlso!;
    expect((await platform.call('GET', result!.id)).body).to.include({ status: 'completed', newVersion: 'v1' });
    watermark = times.at(-1)!;
  });

  it('finds nothing more until something happens', async () => {
    expect(await readSince(watermark)).to.deep.equal([]);
    await importInto('globe', 'b.txt');
    expect((await readSince(watermark)).map(told)).to.deep.equal(['Update globe']);
  });
};
