import { ToolFailure, type ToolCall, type VirusScanner } from '../../../formats/tools/findings/tool-ports.js';
import { findCommand } from '../process/find-command.js';
import { runTool } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { clamdScanner } from './clamd.js';
import { eicar } from './eicar.js';
import { commandScanner, temporaryFile, type ScanCommand } from './scan-command.js';
import { scanOutcome } from './scan-answer.js';
import { readScanReport } from './scan-report.js';

/** How ClamAV is reached. */
export interface ClamavSettings {
  /** The socket of clamd, a path or `host:port`; null for the commands. */
  readonly socket: string | null;
  readonly clamdscan: string;
  readonly clamscan: string;
  /** Larger files are not scanned. */
  readonly mostBytes: number;
}

const noSignatures = (command: string): ToolFailure =>
  new ToolFailure('clamav', 'failed', `${command} has no virus signatures; freshclam gets them.`);

/** What the daemon behind clamdscan says about the EICAR test file; null where it cannot be asked. */
const daemonAnswer = async (command: string, surroundings: ToolSurroundings, call: ToolCall) => {
  const words = [command, '--stdout', '--no-summary', '-'];
  const { code, output } = await runTool({ tool: 'clamav', words, input: eicar() }, surroundings, call);
  return code === 0 || code === 1 ? output.trim().replace(/^[^:]*: /, '') : null;
};

const clamdscan = (command: string, surroundings: ToolSurroundings): ScanCommand => {
  const requireSignatures = async (call: ToolCall): Promise<void> => {
    const answer = await daemonAnswer(command, surroundings, call);
    if (answer === null) throw new ToolFailure('clamav', 'failed', `${command} does not reach clamd.`);
    if (scanOutcome(answer).result !== 'infected') throw noSignatures(command);
  };
  return {
    command,
    options: ['--stream'],
    before: requireSignatures,
    after: async (_, isWhole, call) => {
      if (!isWhole) await requireSignatures(call);
    },
    knownViruses: () => Promise.resolve(null),
  };
};

/** ClamAV cuts what it unpacks by whole pieces, which are smaller than this. */
const CUT_BYTES = 1024 ** 2;

const clamscan = (command: string, surroundings: ToolSurroundings, mostBytes: number): ScanCommand => ({
  command,
  // Without these, a file above a limit or with encrypted content is reported as clean. What an archive holds is cut at
  // the size of a file without an alert, so that this is above the size of a scan, which has one.
  options: [
    '--alert-exceeds-max=yes',
    '--alert-encrypted=yes',
    `--max-filesize=${4 * mostBytes + CUT_BYTES}`,
    `--max-scansize=${4 * mostBytes}`,
  ],
  before: () => Promise.resolve(),
  after: ({ summary }) =>
    Number(summary?.get('Known viruses') ?? 0) > 0 ? Promise.resolve() : Promise.reject(noSignatures(command)),
  knownViruses: async (call) => {
    await using empty = await temporaryFile('', call);
    const words = [command, '--stdout', empty.path];
    const { output } = await runTool({ tool: 'clamav', words }, surroundings, call);
    return Number(readScanReport(output, new Set()).summary?.get('Known viruses') ?? 0);
  },
});

/**
 * ClamAV: clamd by its socket where one is set; else clamdscan, where it is installed and reaches its daemon; else
 * clamscan, which loads its signatures for each call. A scanner without signatures is a ToolFailure.
 */
export const clamav = (settings: ClamavSettings, surroundings: ToolSurroundings): VirusScanner => {
  const { socket, mostBytes } = settings;
  if (socket !== null) return clamdScanner({ socket, silentMs: surroundings.limits.silentMs }, mostBytes);
  const found = async (call: ToolCall): Promise<VirusScanner> => {
    const client = findCommand(settings.clamdscan, surroundings.path);
    if (client !== null && (await daemonAnswer(client, surroundings, call)) !== null)
      return commandScanner(clamdscan(client, surroundings), surroundings, mostBytes);
    const command = findCommand(settings.clamscan, surroundings.path);
    if (command !== null) return commandScanner(clamscan(command, surroundings, mostBytes), surroundings, mostBytes);
    const sentence = `ClamAV is not installed: there is no ${settings.clamscan}, and no clamd that answers. npm run tools -- install gets it.`;
    throw new ToolFailure('clamav', 'missing', sentence);
  };
  return {
    version: async (call) => (await found(call)).version(call),
    async *scan(files, call) {
      yield* (await found(call)).scan(files, call);
    },
  };
};
