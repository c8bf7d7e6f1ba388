import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolFailure, type ToolCall, type VirusScan } from '../../../formats/tools/findings/tool-ports.js';
import { runTool } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { eicar } from './eicar.js';
import { scanOutcome } from './scan-answer.js';
import { scanByCommand, type ScanCommand, type ScanLimits } from './scan-command.js';
import { scanRun, type ScanRun } from './scan-run.js';
import { openTemporaryFolder } from './temporary-folder.js';

/** What the daemon behind clamdscan says about the EICAR test file; null where it cannot be asked. */
export const daemonAnswer = async (
  command: string,
  surroundings: ToolSurroundings,
  call: ToolCall,
): Promise<string | null> => {
  const words = [command, '--stdout', '--no-summary', '-'];
  const { code, output } = await runTool({ tool: 'clamav', words, input: eicar() }, surroundings, call);
  return code === 0 || code === 1 ? output.trim().replace(/^[^:]*: /, '') : null;
};

const requireSignatures = async (command: string, surroundings: ToolSurroundings, call: ToolCall): Promise<void> => {
  const answer = await daemonAnswer(command, surroundings, call);
  if (answer === null) throw new ToolFailure('clamav', 'failed', `${command} does not reach clamd.`);
  if (scanOutcome(answer).result !== 'infected')
    throw new ToolFailure('clamav', 'failed', `The clamd of ${command} has no virus signatures; freshclam gets them.`);
};

/** A scan by the client of clamd, whose daemon has its signatures loaded: a run of it for each call. */
export const clamdscanScan = (
  command: string,
  surroundings: ToolSurroundings,
  { mostBytes, ...call }: ScanLimits,
): VirusScan => {
  const requireWorking = (): Promise<void> => requireSignatures(command, surroundings, call);
  const run = (words: readonly string[]): ScanRun => ({
    words: [command, '--stream', '--stdout', ...words],
    requireWorking,
    confirm: (_, isWhole) => (isWhole ? Promise.resolve() : requireWorking()),
  });
  const client: ScanCommand = {
    async *listed(files) {
      await requireWorking();
      await using folder = await openTemporaryFolder(call);
      const list = join(folder.path, 'list');
      await writeFile(list, files.map(({ location }) => `${location}\n`).join(''));
      yield* scanRun(files, run([`--file-list=${list}`]), surroundings, call);
    },
    async *named(files) {
      await requireWorking();
      const words = files.map(({ location }) => location);
      yield* scanRun(files, run(words), surroundings, call);
    },
    requireWorking,
  };
  return {
    scan: (files) => scanByCommand(client, files, { mostBytes, signal: call.signal }),
    end: () => Promise.resolve(null),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
};
