import { readConfig } from '../config/config.js';
import { ROLES } from '../config/roles.js';
import { startSentence } from './start-sentence.js';
import { startProcess, type PlatformProcess, type ProcessReady } from './start-process.js';

/** The AWS SDK advises whoever builds on it of coming Node versions; that is not for the people who run this. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** How long a shutdown may take after the drain before the process ends anyway; what was acknowledged is durable. */
const SHUTDOWN_MS = 25_000;

const forPeople = (ready: ProcessReady, withTokens: boolean): string => {
  const { roles, preservation, storage, operations, s3, data } = ready;
  const lines: readonly (readonly [what: string, value: string | null])[] = [
    ['roles', roles.length === ROLES.length ? null : roles.join(', ')],
    ['preservation service', preservation],
    ['storage service', storage],
    ['operations pages', `${operations}/ready, /live, /metrics`],
    ['S3 endpoint', s3 && `${s3.endpoint}  (region ${s3.region}, bucket ${s3.workspaceBucket})`],
    ['access key', s3?.accessKeyId ?? null],
    ['secret key', s3?.secretAccessKey ?? null],
    ['data folder', data],
  ];
  const shown = lines.flatMap(([what, value]) => (value === null ? [] : [`  ${what.padEnd(20)}  ${value}`]));
  return [
    '',
    'Muniment is ready.',
    '',
    ...shown,
    ...(withTokens ? [] : toTry(preservation)),
    '',
    'Ctrl-C stops it.',
    '',
    '',
  ].join('\n');
};

const toTry = (preservation: string | null): string[] =>
  preservation === null
    ? []
    : [
        '',
        'Try:',
        '',
        `  curl ${preservation}/whoami`,
        `  curl -X PUT ${preservation}/repository/letters`,
        `  curl -X POST ${preservation}/deposits -H 'Content-Type: application/json' -d '{"template":"RootLevel","archivalGroup":"${preservation}/repository/letters/1911"}'`,
      ];

const stopOn = (signal: NodeJS.Signals, platform: PlatformProcess, withinMs: number): void => {
  process.once(signal, () => {
    setTimeout(() => process.exit(1), withinMs).unref();
    platform.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${startSentence(error)}\n`);
        process.exit(1);
      },
    );
  });
};

try {
  const config = readConfig(process.env);
  const platform = await startProcess(config);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) stopOn(signal, platform, config.drainMs + SHUTDOWN_MS);
  process.stdout.write(`${JSON.stringify(platform.ready)}\n`);
  process.stderr.write(forPeople(platform.ready, config.identity.tokens !== null));
} catch (error) {
  process.stderr.write(`${startSentence(error)}\n`);
  process.exitCode = 1;
}
