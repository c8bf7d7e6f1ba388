import { join } from 'node:path';
import { CONSOLE } from '../../../gateways/console/console.js';
import type { Config } from '../../config/config.js';
import { ROLES } from '../../config/roles.js';
import type { ProcessReady } from './process-ready.js';

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

/** What a terminal shows when the platform is ready. */
export const readyText = (ready: ProcessReady, showSecret: boolean): string => {
  const { preservation, storage, console, operations, s3, data } = ready;
  const served = [
    ['preservation', preservation],
    ['storage', storage],
    ['S3', s3?.endpoint ?? null],
    ['operations', operations],
  ] as const;
  const [first, ...others] = served.flatMap(([what, address]) => (address === null ? [] : [{ what, address }]));
  const rest = others.map(({ what, address }) => `${what} ${new URL(address).port}`);
  const archive = data === null ? '' : `Archive ${data}; secrets in ${credentialsFile(ready) ?? ''}. `;
  return [
    `Ready: ${first?.address ?? ''}${rest.length === 0 ? '' : ` (${rest.join(', ')})`}.`,
    ...(console === null ? [] : [`Console: ${console}`]),
    ...(showSecret && s3 !== null ? [`Access key ${s3.accessKeyId}, secret key ${s3.secretAccessKey}.`] : []),
    `${archive}Ctrl-C stops it.`,
    '',
  ].join('\n');
};

type Line = readonly [what: string, value: string | null];

const s3Lines = (ready: ProcessReady, showSecret: boolean): readonly Line[] => {
  const { s3 } = ready;
  if (s3 === null) return [];
  const file = credentialsFile(ready);
  return [
    ['S3 endpoint', `${s3.endpoint}  (region ${s3.region}, bucket ${s3.workspaceBucket})`],
    ['access key', s3.accessKeyId],
    [
      'secret key',
      showSecret ? s3.secretAccessKey : `in ${file ?? 'the credentials'}  (to show it: muniment start --show-secret)`,
    ],
  ];
};

/** What every start answers: a container or a group of a fixed name could be made once. */
const toTry = (preservation: string): readonly string[] => [
  '',
  'Try:',
  '',
  `  curl ${preservation}/whoami`,
  `  curl ${preservation}/repository`,
  `  curl ${preservation}/deposits -H 'Content-Type: application/json' -d '{"template":"RootLevel"}'`,
];

const withPage = (address: string | null): string | null => (address === null ? null : `${address}  (/docs)`);

/** A process with its public addresses, where the settings have them, instead of those that it listens on. */
export const withPublicAddresses = (
  ready: ProcessReady,
  { baseUrls, s3PublicUrl }: Pick<Config, 'baseUrls' | 's3PublicUrl'>,
): ProcessReady => {
  const { preservation, storage, console, s3 } = ready;
  return {
    ...ready,
    console: console === null || baseUrls.preservation === null ? console : baseUrls.preservation + CONSOLE,
    preservation: preservation === null ? null : (baseUrls.preservation ?? preservation),
    storage: storage === null ? null : (baseUrls.storage ?? storage),
    s3: s3 === null ? null : { ...s3, endpoint: s3PublicUrl ?? s3.endpoint },
  };
};

/** What is said, beside the line for programs, when the platform is ready: addresses, credentials, and what to try first. */
export const greeting = (ready: ProcessReady, { withTokens, showSecret }: GreetingOptions): string => {
  const { roles, preservation, storage, console, operations, data } = ready;
  const lines: readonly Line[] = [
    ['roles', roles.length === ROLES.length ? null : roles.join(', ')],
    ['console', console],
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
