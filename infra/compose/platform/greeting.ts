import { join } from 'node:path';
import { ROLES } from '../../config/roles.js';
import type { ProcessReady } from './start-process.js';

export interface GreetingOptions {
  /** Whether callers need tokens. */
  readonly withTokens: boolean;
  readonly showSecret: boolean;
}

/** The file with the credentials of the S3 endpoint; null where there is no data folder. */
const credentialsFile = ({ data }: ProcessReady): string | null =>
  data === null ? null : join(data, 'credentials.json');

/** The line for programs. The secret key is in it only where that was asked for, since lines are kept in journals. */
export const readyLine = (ready: ProcessReady, showSecret: boolean): string => {
  if (ready.s3 === null) return JSON.stringify(ready);
  const { secretAccessKey, ...shown } = ready.s3;
  const secret = showSecret ? { secretAccessKey } : {};
  return JSON.stringify({ ...ready, s3: { ...shown, credentials: credentialsFile(ready), ...secret } });
};

type Line = readonly [what: string, value: string | null];

const s3Lines = (ready: ProcessReady, showSecret: boolean): readonly Line[] => {
  const { s3 } = ready;
  if (s3 === null) return [];
  const file = credentialsFile(ready);
  return [
    ['S3 endpoint', `${s3.endpoint}  (region ${s3.region}, bucket ${s3.workspaceBucket})`],
    ['access key', s3.accessKeyId],
    ['secret key', showSecret ? s3.secretAccessKey : `in ${file ?? 'the credentials'}  (shown with -- --show-secret)`],
  ];
};

const toTry = (preservation: string): readonly string[] => [
  '',
  'Try:',
  '',
  `  curl ${preservation}/whoami`,
  `  curl -X PUT ${preservation}/repository/letters`,
  `  curl -X POST ${preservation}/deposits -H 'Content-Type: application/json' -d '{"template":"RootLevel","archivalGroup":"${preservation}/repository/letters/1911"}'`,
];

const withPage = (address: string | null): string | null => (address === null ? null : `${address}  (/docs)`);

/** The text of `npm start` when the platform is ready: addresses, credentials, and what to try first. */
export const greeting = (ready: ProcessReady, { withTokens, showSecret }: GreetingOptions): string => {
  const { roles, preservation, storage, operations, data } = ready;
  const lines: readonly Line[] = [
    ['roles', roles.length === ROLES.length ? null : roles.join(', ')],
    ['preservation service', withPage(preservation)],
    ['storage service', withPage(storage)],
    ['operations pages', `${operations}/ready, /live, /metrics`],
    ...s3Lines(ready, showSecret),
    ['data folder', data],
  ];
  return [
    '',
    'Muniment is ready.',
    '',
    ...lines.flatMap(([what, value]) => (value === null ? [] : [`  ${what.padEnd(20)}  ${value}`])),
    ...(withTokens || preservation === null ? [] : toTry(preservation)),
    '',
    'Ctrl-C stops it.',
    '',
    '',
  ].join('\n');
};
