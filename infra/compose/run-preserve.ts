import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CommandFault } from '../../gateways/command-line/command-fault.js';
import { fitFolder } from '../../gateways/command-line/fit-folder.js';
import { outcomeText } from '../../gateways/command-line/outcome.js';
import { preservationClient } from '../../gateways/command-line/preservation-client.js';
import { readArguments, type PreserveArguments } from '../../gateways/command-line/preserve-arguments.js';
import { preserveFolder } from '../../gateways/command-line/preserve-folder.js';
import { screenProgress, type Screen } from '../../gateways/command-line/progress.js';
import { readConfig, type Config } from '../config/config.js';
import { openS3ByteStore } from '../s3/byte-store.js';
import { commandWaiting, startedUnless } from './interruptible.js';
import { ownCalls } from './own-calls.js';
import { startPlatform, type Platform, type PlatformOptions, type Ready } from './platform.js';
import { threadedUploader } from './threaded-uploader.js';
import { told } from './told.js';
import type { Waiting } from './when-available.js';

/** How a command ends that a signal ended. */
export const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** A signal that ends the command. */
export type Interruption = keyof typeof EXIT_CODES;

/** What the command has around it. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For the outcome. */
  readonly output: Screen;
  /** For whoever waits. */
  readonly messages: Screen;
  /** Resolves when someone wants the command to end; never otherwise. */
  readonly interrupted: Promise<Interruption>;
  readonly options?: PlatformOptions;
}

/** The settings of `npm start`, but on free ports and with a quiet log unless the environment says otherwise. */
const quietConfig = (environment: Surroundings['environment']): Config =>
  readConfig({
    MUNIMENT_LOG_LEVEL: 'warn',
    ...environment,
    MUNIMENT_PRESERVATION_PORT: '0',
    MUNIMENT_STORAGE_PORT: '0',
    MUNIMENT_S3_PORT: '0',
    MUNIMENT_OPERATIONS_PORT: '0',
    MUNIMENT_DRAIN_SECONDS: '0', // no balancer knows these ports
  });

/** A folder that holds the data folder would be preserved while it grows by being preserved. */
const requireApart = async (folder: string, data: string): Promise<void> => {
  const inside = async (path: string): Promise<string> => `${await realpath(path).catch(() => path)}${sep}`;
  if ((await inside(data)).startsWith(await inside(folder))) {
    throw new CommandFault(`The data folder ${data} lies in ${folder}; choose another one with MUNIMENT_DATA.`);
  }
};

/** `s3://<bucket>/<object path>` as a folder on the disk. */
const onDisk = (origin: string, { data }: Ready): string => join(data, 'ocfl', origin.replace(/^s3:\/\/[^/]+\//, ''));

/** What is to be preserved, and how the command is let in. */
type Request = PreserveArguments & {
  readonly local: Awaited<ReturnType<typeof fitFolder>>;
  readonly own: ReturnType<typeof ownCalls>;
};

/** Does the whole work on a platform that is ready, as its client; gives what is to be printed. */
const preserveOn = async (
  { ready }: Platform,
  { own, ...request }: Request,
  progress: ReturnType<typeof screenProgress>,
): Promise<string> => {
  const { endpoint, region, accessKeyId, secretAccessKey } = ready.s3;
  const settings = { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
  const objects = openS3ByteStore({ ...settings, forcePathStyle: true });
  try {
    const client = preservationClient(ready.preservation, { own });
    const preserved = await preserveFolder({ client, objects, upload: threadedUploader(settings), progress }, request);
    return outcomeText(preserved, onDisk(preserved.group.origin, ready));
  } finally {
    objects.close();
  }
};

const preserve = async (request: PreserveArguments, surroundings: Surroundings): Promise<number> => {
  const { environment, output, messages, interrupted, options = {} } = surroundings;
  const config = quietConfig(environment);
  const own = ownCalls(config.identity);
  const local = await fitFolder(request.folder);
  await requireApart(request.folder, config.data);
  const progress = screenProgress(messages, Date.now);
  progress.begin('Starting');
  const begin = (waiting: Waiting): Promise<Platform> => startPlatform(config, { ...options, waiting });
  const waiting = commandWaiting(config, (line) => progress.begin(line));
  const platform = await startedUnless(interrupted, begin, waiting).catch((error: unknown) => {
    progress.end();
    throw error;
  });
  if (typeof platform === 'string') {
    progress.end();
    return stoppedBy(platform, messages);
  }
  const end = await endOf(platform, { ...request, local, own }, { progress, messages, output, interrupted }).catch(
    async (error: unknown) => {
      progress.end();
      await platform.stop().catch(() => undefined); // what ended the work matters more
      throw error;
    },
  );
  await platform.stop();
  return end;
};

/** Says that a signal has ended the command; answers the exit code. */
const stoppedBy = (signal: Interruption, messages: Screen): number => {
  messages.write('Stopping; the same command goes on from here.\n');
  return EXIT_CODES[signal];
};

interface Around extends Pick<Surroundings, 'messages' | 'output' | 'interrupted'> {
  readonly progress: ReturnType<typeof screenProgress>;
}

/** Works until the end or until someone wants it to end before; answers the exit code. */
const endOf = async (
  platform: Platform,
  request: Parameters<typeof preserveOn>[1],
  { progress, messages, output, interrupted }: Around,
): Promise<number> => {
  const work = preserveOn(platform, request, progress);
  const end = await Promise.race([work.then((text) => ({ text })), interrupted.then((signal) => ({ signal }))]);
  progress.end();
  if ('text' in end) {
    output.write(end.text);
    return 0;
  }
  work.catch(() => undefined); // fails of the platform's end, which is what was asked for
  return stoppedBy(end.signal, messages);
};

/** Runs the command with the words after its name; answers its exit code, and never rejects. */
export const runPreserve = async (words: readonly string[], surroundings: Surroundings): Promise<number> => {
  try {
    const request = readArguments(words, (text) => surroundings.output.write(text));
    return request === null ? 0 : await preserve(request, surroundings);
  } catch (error) {
    surroundings.messages.write(`${told(error, surroundings.environment)}\n`);
    return 1;
  }
};
