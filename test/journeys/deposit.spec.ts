import { depositJourneys } from './deposits/deposit.journey.js';
import { embeddedJourneyPlatform } from './journey-platform.js';

describe('a deposit that is preserved through HTTP and S3 alone', () => {
  depositJourneys(embeddedJourneyPlatform);
});
