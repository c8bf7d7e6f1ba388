import { containerModelJourney } from '../../journeys/containers/container-model.journey.js';
import { depositModelJourney } from '../../journeys/deposits/deposit-model.journey.js';
import { depositJourneys } from '../../journeys/deposits/deposit.journey.js';
import { groupActivityJourneys } from '../../journeys/imports/group-activity.journey.js';
import { importActivityJourneys } from '../../journeys/imports/import-activity.journey.js';
import type { JourneyPlatform } from '../../journeys/journey-platform.js';
import { preserveJourneys } from '../../journeys/preserving/preserve.journey.js';
import { clusterJourney } from '../../support/distributed/cluster-journey.js';
import { openedOnce } from '../../support/platform/opened.js';
import { CLUSTER_NEEDS, clusterServers } from '../../support/distributed/cluster-servers.js';

describe(`the journeys over two processes of each role (needs ${CLUSTER_NEEDS})`, () => {
  const servers = clusterServers();
  before(function () {
    if (servers === null) this.skip();
  });
  const platform = openedOnce(
    () => clusterJourney(servers!),
    (each) => each.remove(),
  );
  /** The one cluster for all that need no settings of their own: its start takes longer than most of them. */
  const shared = (): Promise<JourneyPlatform> => Promise.resolve({ ...platform, remove: () => Promise.resolve() });

  describe('reading the finished imports', () => importActivityJourneys(shared)); // first: it sees that there are none
  describe('reading what happened to archival groups', () => groupActivityJourneys(shared));
  describe('a deposit that is preserved through HTTP and S3 alone', () => depositJourneys(shared));
  describe('containers', () => containerModelJourney(shared, { runs: 3, most: 40 }));
  describe('preserving a folder as a client', () => preserveJourneys(shared));
  describe('deposits and exports', () =>
    depositModelJourney((environment) => clusterJourney(servers!, environment), { runs: 2, most: 20 }));
});
