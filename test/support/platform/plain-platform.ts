import type { PlatformSources } from '../../../gateways/preservation/system/platform-sources.js';

/** What a process tells that has no data folder. */
export const PLAIN_PLATFORM: PlatformSources = {
  started: new Date('2026-05-01T12:00:00Z'),
  s3Endpoint: null,
  dataFolder: null,
  readDisk: null,
  readViewStates: () => Promise.resolve([]),
  workspaceTotals: null,
};
