import { depositModelJourney } from './deposit-model.journey.js';
import { embeddedJourneyPlatform } from './journey-platform.js';

const RUNS = Number(process.env['MUNIMENT_TEST_MODEL_RUNS'] ?? 6);

describe(`deposits and exports (MUNIMENT_TEST_MODEL_RUNS=${RUNS})`, () =>
  depositModelJourney(embeddedJourneyPlatform, { runs: RUNS, most: 60 }));
