import type { ServiceExamples } from '../../../schemas/openapi-examples.js';
import type { ServiceName } from '../../../schemas/openapi-document.js';
import { converse } from './conversation.js';
import { startExamplePlatform } from '../example-platform.js';
import { normalised } from './normalised.js';
import { openRecorder } from './recorder.js';

const START = new Date('2026-11-21T10:00:00Z');

/** The texts of `schemas/openapi/examples/*.json`: JSON of real requests and responses, from a running platform. */
export const apiExamples = async (): Promise<Readonly<Record<ServiceName, string>>> => {
  await using platform = await startExamplePlatform(START, {
    MUNIMENT_DEV_IDENTITY: 'dev',
    MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'true',
    MUNIMENT_ENABLE_METS_ID_NORMALISATION: 'true',
    MUNIMENT_EXPORT_DESTINATIONS: 's3://muniment-workspace/exports/',
    MUNIMENT_IDENTITY_RECORDS: 'samples/identity-records.json',
  });
  const { preservation, storage } = platform.ready;
  const recorder = openRecorder({ preservation, storage });
  await converse(platform, recorder);
  const textOf = (examples: ServiceExamples): string =>
    `${JSON.stringify(normalised(examples, platform.ready), null, 2)}\n`;
  return { preservation: textOf(recorder.examples.preservation), storage: textOf(recorder.examples.storage) };
};
