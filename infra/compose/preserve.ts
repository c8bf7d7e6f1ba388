import { join } from 'node:path';
import { CommandFault } from '../../gateways/command-line/command-fault.js';
import { fitFolder } from '../../gateways/command-line/fit-folder.js';
import { outcomeText } from '../../gateways/command-line/outcome.js';
import { preservationClient } from '../../gateways/command-line/preservation-client.js';
import { readArguments, type PreserveArguments } from '../../gateways/command-line/preserve-arguments.js';
import { preserveFolder } from '../../gateways/command-line/preserve-folder.js';
import { screenProgress } from '../../gateways/command-line/progress.js';
import { readConfig, type Config } from '../config.js';
import { openS3ByteStore } from '../s3/byte-store.js';
import { startPlatform, type Platform, type Ready } from './platform.js';
import { startSentence } from './start-sentence.js';

/** The settings of `npm start`, but on free ports and with a quiet log unless the environment says otherwise. */
const quietConfig = (environment: NodeJS.ProcessEnv): Config =>
  readConfig({
    MUNIMENT_LOG_LEVEL: 'warn',
    ...environment,
    MUNIMENT_PRESERVATION_PORT: '0',
    MUNIMENT_STORAGE_PORT: '0',
    MUNIMENT_S3_PORT: '0',
  });

/** `s3://<bucket>/<object path>` as a folder on the disk. */
const onDisk = (origin: string, { data }: Ready): string => join(data, 'ocfl', origin.replace(/^s3:\/\/[^/]+\//, ''));

const preserve = async ({ folder, segments, name }: PreserveArguments, config: Config): Promise<string> => {
  const local = await fitFolder(folder);
  const progress = screenProgress(process.stderr, Date.now);
  progress.begin('Starting');
  const platform = await startPlatform(config);
  stopOn('SIGINT', platform);
  stopOn('SIGTERM', platform);
  const { ready } = platform;
  const { endpoint, region, accessKeyId, secretAccessKey } = ready.s3;
  const objects = openS3ByteStore({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  });
  try {
    const base = ready.preservation;
    const ports = { client: preservationClient(base), objects, progress, base };
    const preserved = await preserveFolder(ports, { folder, local, segments, name });
    return outcomeText(preserved, onDisk(preserved.group.origin, ready));
  } finally {
    progress.end();
    objects.close();
    await platform.stop();
  }
};

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const stopOn = (signal: keyof typeof EXIT_CODES, platform: Platform): void => {
  process.once(signal, () => {
    process.stderr.write('\nStopping; the same command goes on from here.\n');
    void platform.stop().finally(() => process.exit(EXIT_CODES[signal]));
  });
};

try {
  const words = readArguments(process.argv.slice(2), (text) => process.stdout.write(text));
  if (words !== null) process.stdout.write(await preserve(words, quietConfig(process.env)));
} catch (error) {
  process.stderr.write(`${error instanceof CommandFault ? error.message : startSentence(error)}\n`);
  process.exitCode = 1;
}
