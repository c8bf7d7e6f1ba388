import { onFirstSignal } from '../process/first-signal.js';
import { readStartArguments, type StartArguments } from './start-arguments.js';
import { readConfig } from '../../config/config.js';
import { openLog } from '../../log/logger.js';
import { greeting, readyLine } from './greeting.js';
import { startSentence } from '../process/start-sentence.js';
import { startProcess, type PlatformProcess } from './start-process.js';
import { onUnhandled, stackOf, UNHANDLED } from '../process/unhandled-errors.js';
import { withoutLimit } from '../process/when-available.js';

/** Suppresses the SDK's warning about Node versions, which is for developers. */
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

/** How long a shutdown may take after the drain before the process exits; acknowledged writes are durable. */
const SHUTDOWN_MS = 25_000;

/** Ends the process in order; during the start there is nothing to drain, and waiting for servers ends. */
const stop = async (starting: Promise<PlatformProcess>, interrupted: AbortSignal): Promise<number> => {
  try {
    const platform = await starting;
    await platform.stop();
    return 0;
  } catch (error) {
    if (error === interrupted.reason) return 0;
    process.stderr.write(`${startSentence(error)}\n`);
    return 1;
  }
};

const start = async ({ json, showSecret }: StartArguments): Promise<void> => {
  const config = readConfig(process.env);
  const interrupted = new AbortController();
  const log = openLog(config.logLevel);
  const waiting = withoutLimit(log('start'), interrupted.signal);
  const starting = startProcess(config, { waiting });
  let least = 0;
  const end = (code: number): void => {
    least = Math.max(least, code);
    if (interrupted.signal.aborted) return;
    interrupted.abort(new Error('the process is to end'));
    setTimeout(() => process.exit(1), config.drainMs + SHUTDOWN_MS).unref();
    void stop(starting, interrupted.signal).then((ended) => process.exit(Math.max(ended, least)));
  };
  onFirstSignal(() => end(0));
  onUnhandled((error) => {
    log('process').error(UNHANDLED, { stack: stackOf(error) });
    end(1);
  });
  try {
    const { ready } = await starting;
    if (interrupted.signal.aborted) return;
    if (json || !process.stdout.isTTY) process.stdout.write(`${readyLine(ready, showSecret)}\n`);
    process.stderr.write(greeting(ready, { withTokens: config.identity.tokens !== null, showSecret }));
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
  }
};

try {
  const words = readStartArguments(process.argv.slice(2), (text) => void process.stdout.write(text));
  if (words !== null) await start(words);
} catch (error) {
  process.stderr.write(`${startSentence(error)}\n`);
  process.exitCode = 1;
}
