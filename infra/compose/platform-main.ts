import { readStartArguments, type StartArguments } from '../../gateways/command-line/start-arguments.js';
import { readConfig } from '../config/config.js';
import { greeting } from './greeting.js';
import { startSentence } from './start-sentence.js';
import { startProcess, type PlatformProcess } from './start-process.js';

/** The AWS SDK advises whoever builds on it of coming Node versions; that is not for the people who run this. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** How long a shutdown may take after the drain before the process ends anyway; what was acknowledged is durable. */
const SHUTDOWN_MS = 25_000;

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

const start = async ({ json, showSecret }: StartArguments): Promise<void> => {
  const config = readConfig(process.env);
  const platform = await startProcess(config);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) stopOn(signal, platform, config.drainMs + SHUTDOWN_MS);
  if (json || !process.stdout.isTTY) process.stdout.write(`${JSON.stringify(platform.ready)}\n`);
  process.stderr.write(greeting(platform.ready, { withTokens: config.identity.tokens !== null, showSecret }));
};

try {
  const words = readStartArguments(process.argv.slice(2), (text) => void process.stdout.write(text));
  if (words !== null) await start(words);
} catch (error) {
  process.stderr.write(`${startSentence(error)}\n`);
  process.exitCode = 1;
}
