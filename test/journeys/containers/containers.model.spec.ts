import { containerModelJourney } from './container-model.journey.js';
import { embeddedJourneyPlatform } from '../journey-platform.js';
import { atDepth } from '../../support/random/depth.js';

const RUNS = atDepth(6);

describe(`containers, in ${RUNS} runs of a model`, () =>
  containerModelJourney(embeddedJourneyPlatform, { runs: RUNS, most: 60 }));
