import type { ImportJobRequest } from './import-job-request.js';

/** Why a job's version may not be kept out of the activity stream (preservation 4.5); null when nobody asks for it. */
export const suppressionFault = ({ suppressActivityStreamEvent }: ImportJobRequest): string | null =>
  suppressActivityStreamEvent === true
    ? 'suppressActivityStreamEvent needs the feature flag EnableMetsIdNormalisation, which is off.'
    : null;
