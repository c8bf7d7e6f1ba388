import { embeddedJourneyPlatform } from './journey-platform.js';
import { preserveJourneys } from './preserving/preserve.journey.js';

describe('preserving a folder with one command', () => {
  preserveJourneys(embeddedJourneyPlatform);
});
