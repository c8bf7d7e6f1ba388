import { depositModelJourney } from './deposit-model.journey.js';
import { embeddedJourneyPlatform } from '../journey-platform.js';
import { atDepth } from '../../support/random/depth.js';

const RUNS = atDepth(6);

describe(`deposits and exports, in ${RUNS} runs of a model`, () =>
  depositModelJourney(embeddedJourneyPlatform, { runs: RUNS, most: 60 }));
