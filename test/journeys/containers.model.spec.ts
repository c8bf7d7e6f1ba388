import { containerModelJourney } from './container-model.journey.js';
import { embeddedJourneyPlatform } from './journey-platform.js';

const RUNS = Number(process.env['MUNIMENT_TEST_MODEL_RUNS'] ?? 6);

describe(`containers (MUNIMENT_TEST_MODEL_RUNS=${RUNS})`, () =>
  containerModelJourney(embeddedJourneyPlatform, { runs: RUNS, most: 60 }));
