import type { Output } from '../../../clients/command-line/program/output.js';
import type { Session } from '../../../clients/command-line/program/verb.js';
import { readConfig, type Config } from '../../config/config.js';
import { settings as known } from '../../config/settings.js';
import { openLog } from '../../log/logger.js';
import { outliveOutput } from '../../log/standard-streams.js';
import { fileURLToPath } from 'node:url';
import { ArchiveInUse } from '../process/archive-in-use.js';
import { inUseFault } from '../process/opening-faults.js';
import { softwareFolder } from '../process/version.js';
import { onUnhandled, stackOf, UNHANDLED } from '../process/unhandled-errors.js';
import { withoutLimit } from '../process/when-available.js';
import { greeting, readyLine, readyText, withPublicAddresses } from './greeting.js';
import type { ProcessReady } from './process-ready.js';
import { startProcess } from './start-process.js';
import { consoleBuild } from './console-build.js';

/** How long a shutdown may take after the drain before the process exits; acknowledged writes are durable. */
const SHUTDOWN_MS = 25_000;

const tell = async (
  ready: ProcessReady,
  config: Config,
  { output, showSecret }: { readonly output: Output; readonly showSecret: boolean },
): Promise<void> => {
  const line = readyLine(ready, showSecret);
  const reached = withPublicAddresses(ready, config);
  if (output.form === 'json') return output.record({ ...(JSON.parse(line) as object), ok: true });
  if (output.form === 'terminal') return output.write(readyText(reached, showSecret));
  await output.write(`${line}\n`);
  output.note(greeting(reached, { withTokens: config.identity.tokens !== null, showSecret }).replace(/\n$/, ''));
};

/** Resolves when the signal is aborted. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Runs the platform until a signal, or an error that nothing handled; answers the exit code. */
export const runPlatform = async (
  { output, environment, interrupted, waitMs }: Session,
  showSecret: boolean,
): Promise<number> => {
  outliveOutput();
  const config = readConfig(environment);
  const log = openLog(config.logLevel);
  if (config.serviceLinks.length > 0)
    log('start').info("Variables of Kubernetes' service links are ignored", { serviceLinks: config.serviceLinks });
  const stopping = new AbortController();
  let code = 0;
  const stop = (least: number): void => {
    code = Math.max(code, least);
    if (stopping.signal.aborted) return;
    setTimeout(() => process.exit(1), config.drainMs + SHUTDOWN_MS).unref();
    stopping.abort(new Error('the process is to end'));
  };
  void aborted(interrupted).then(() => stop(0));
  onUnhandled((error) => {
    log('process').error(UNHANDLED, { stack: stackOf(error) });
    stop(1);
  });
  try {
    // There is nothing to drain before it is ready, and waiting for servers ends with the signal.
    const waiting = withoutLimit(log('start'), stopping.signal);
    const build = consoleBuild(fileURLToPath(new URL('infra/build-console.mjs', softwareFolder)), log('console'));
    const started = { waiting, lockWaitMs: waitMs ?? undefined, consoleBuild: () => build.state() };
    const platform = await startProcess(config, started);
    if (!stopping.signal.aborted) await tell(platform.ready, config, { output, showSecret });
    if (platform.ready.console !== null && config.console.isBuilt) void build.begin();
    await aborted(stopping.signal);
    build.stop();
    await platform.stop();
  } catch (error) {
    if (error === stopping.signal.reason) return code;
    throw error instanceof ArchiveInUse ? inUseFault(environment[known.data.variable] ?? config.data, error) : error;
  }
  return code;
};
