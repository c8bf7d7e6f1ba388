import { expect } from 'chai';
import type { Cluster } from '../../support/distributed/cluster.js';
import { journeyOver } from '../../support/distributed/cluster-journey.js';
import type { JourneyPlatform } from '../../journeys/journey-platform.js';
import { collected } from '../../support/collected.js';
import { until } from '../../support/scheduling/until.js';
import { openOwnCluster } from './own-cluster.js';
import { OWN_SERVERS } from './own-servers.js';

describe(`a new gateway (needs ${OWN_SERVERS})`, () => {
  let cluster: Cluster;
  let platform: JourneyPlatform;
  let close = (): Promise<unknown> => Promise.resolve();
  before(async function () {
    const own = await openOwnCluster({ each: 1 });
    if (own === null) return this.skip();
    ({ cluster, close } = own);
    platform = journeyOver(cluster, own.servers);
  });
  after(() => close());

  it('fetches its search index from the staging bucket, and finds what was written since', async () => {
    const open = async (archivalGroupName: string): Promise<void> => {
      const { status } = await platform.call('POST', '/deposits', {
        archivalGroup: `${cluster.preservation}/repository/${archivalGroupName}`,
        archivalGroupName,
      });
      expect(status).to.equal(201);
    };
    const names = async (): Promise<readonly string[]> => {
      const { body } = await platform.call<{ depositSearch: { deposits: { archivalGroupName: string }[] } }>(
        'GET',
        '/search?text=harvest',
      );
      return body.depositSearch.deposits.map(({ archivalGroupName }) => archivalGroupName);
    };
    const manifests = async (): Promise<number> =>
      (await collected(platform.s3.list(cluster.buckets.staging, 'search/deposits/'))).filter(({ key }) =>
        key.endsWith('/manifest.json'),
      ).length;
    await open('harvest-1');
    await until('a snapshot is stored', async () => (await manifests()) === 1, 150_000);
    await open('harvest-2');
    const gateway = cluster.processes.get('preservation-1');
    await gateway?.end('SIGKILL');
    await gateway?.start(); // without a folder of its own, it has no index
    await cluster.healthy();
    expect(await cluster.metrics('preservation-1')).to.match(/^muniment_search_deposits_fetched_ratio 1$/m);
    expect(await names()).to.have.members(['harvest-1', 'harvest-2']);
  });
});
