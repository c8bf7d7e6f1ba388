import { embeddedJourneyPlatform } from './journey-platform.js';
import { preserveJourneys } from './preserve.journey.js';

describe('preserving a folder with one command', function () {
  this.timeout(60_000);
  preserveJourneys(embeddedJourneyPlatform);
});
