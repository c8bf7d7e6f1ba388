import {
  ToolFailure,
  type ToolCall,
  type VirusScan,
  type VirusScanner,
} from '../../../formats/tools/findings/tool-ports.js';
import { findCommand } from '../process/find-command.js';
import { runTool } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { clamdScanner } from './clamd.js';
import { clamdscanScan, daemonAnswer } from './clamdscan.js';
import { clamscanScan } from './clamscan.js';
import { scannerVersion } from './scan-answer.js';

/** How ClamAV is reached. */
export interface ClamavSettings {
  /** The socket of clamd, a path or `host:port`; null for the commands. */
  readonly socket: string | null;
  readonly clamdscan: string;
  readonly clamscan: string;
  /** Larger files are not called clean. */
  readonly mostBytes: number;
}

/** A command that was found, and how a scan by it is begun. */
interface Found {
  readonly command: string;
  readonly begin: (call: ToolCall) => Promise<VirusScan>;
}

/**
 * ClamAV: clamd by its socket where one is set; else clamdscan, where it is installed and reaches its daemon; else
 * clamscan, which loads its signatures for each scan. A scanner without signatures is a ToolFailure.
 */
export const clamav = (settings: ClamavSettings, surroundings: ToolSurroundings): VirusScanner => {
  const { socket, mostBytes } = settings;
  if (socket !== null) return clamdScanner({ socket, silentMs: surroundings.limits.silentMs }, mostBytes);
  const found = async (call: ToolCall): Promise<Found> => {
    const client = findCommand(settings.clamdscan, surroundings.path);
    if (client !== null && (await daemonAnswer(client, surroundings, call)) !== null)
      return {
        command: client,
        begin: (limits) => Promise.resolve(clamdscanScan(client, surroundings, { ...limits, mostBytes })),
      };
    const command = findCommand(settings.clamscan, surroundings.path);
    if (command !== null)
      return { command, begin: (limits) => clamscanScan(command, surroundings, { ...limits, mostBytes }) };
    const sentence = `ClamAV is not installed: there is no ${settings.clamscan}, and no clamd that answers. npm run tools -- install gets it.`;
    throw new ToolFailure('clamav', 'missing', sentence);
  };
  return {
    async version(call) {
      const { command } = await found(call);
      const { output } = await runTool({ tool: 'clamav', words: [command, '--version'] }, surroundings, call);
      const version = scannerVersion(output);
      if (version !== null) return version;
      throw new ToolFailure('clamav', 'failed', `ClamAV prints no version, but ${output.slice(0, 100)}.`);
    },
    begin: async (call) => (await found(call)).begin(call),
  };
};
