import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { activitiesOf, endJob } from '../../support/platform/ended-jobs.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import type { Ports } from '../../../infra/compose/stores/stores.js';
import { groupActivityJourneys } from './group-activity.journey.js';
import { importActivityJourneys } from './import-activity.journey.js';
import { embeddedJourneyPlatform } from '../journey-platform.js';

describe('reading the finished imports as the storage service tells of them', () => {
  importActivityJourneys(embeddedJourneyPlatform);
});

describe('reading what happened to archival groups as the preservation service tells of them', () => {
  groupActivityJourneys(embeddedJourneyPlatform);
});

describe('the activity streams, over a restart', () => {
  const storage = 'https://storage.example';
  const preservation = 'https://preservation.example';
  let platform: TestPlatform;
  let ports: Ports;
  const start = async (data?: string): Promise<void> => {
    platform = await startTestPlatform({
      ...(data === undefined ? {} : { data }),
      environment: { MUNIMENT_STORAGE_URL: storage, MUNIMENT_PRESERVATION_URL: preservation },
      ports: (between) => (ports = between),
    });
  };
  const shown = async (path: string): Promise<unknown> => {
    const answer = await fetch(path);
    return answer.status === 200 ? answer.json() : answer.status;
  };
  const everything = (): Promise<unknown[]> => {
    const streams = [
      `${platform.ready.storage}/activity/importjobs`,
      `${platform.ready.preservation}/activity/archivalgroups`,
    ];
    const paths = ['collection', 'pages/1', 'pages/2', 'pages/3'];
    return Promise.all(streams.flatMap((stream) => paths.map((path) => shown(`${stream}/${path}`))));
  };

  before(() => start());
  after(() => platform.remove());

  it('is the same to the letter, also when the read models are built anew', async () => {
    for (let job = 1; job <= 120; job++) await endJob(ports.events, `j${job}`, { failed: job % 7 === 0 });
    await platform.settle();
    const before = await everything();
    expect(before[0]).to.deep.include({ totalItems: 120 });
    expect(before[4]).to.deep.include({ totalItems: 1 + 120 - 17 });
    await platform.stop();
    await rm(join(platform.data, 'documents.sqlite'));
    await start(platform.data);
    await platform.settle();
    expect(await everything()).to.deep.equal(before);
    expect(await activitiesOf(ports.events)).to.have.length(120);
  });
});
