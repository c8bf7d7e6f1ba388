import { ToolFailure, type VirusScanner } from '../../../formats/tools/findings/tool-ports.js';
import { scannerVersion } from '../../../formats/tools/virus-scan/scanner-version.js';
import { findCommand } from '../process/find-command.js';
import { runTool } from '../process/run-tool.js';
import type { ToolSurroundings } from '../process/tool-limits.js';
import { clamdScanner } from './clamd.js';
import { clamscanScan } from './clamscan.js';

/** How ClamAV is reached. */
export interface ClamavSettings {
  /** The socket of clamd, a path or `host:port`; null for clamscan. */
  readonly socket: string | null;
  readonly clamscan: string;
  /** Larger files are not called clean. */
  readonly mostBytes: number;
}

/**
 * ClamAV: clamd by its socket where one is set; else clamscan, which loads its signatures for each scan. A scanner without
 * signatures is a ToolFailure.
 */
export const clamav = (settings: ClamavSettings, surroundings: ToolSurroundings): VirusScanner => {
  const { socket, clamscan, mostBytes } = settings;
  if (socket !== null) return clamdScanner({ socket, silentMs: surroundings.limits.silentMs }, mostBytes);
  const found = (): string => {
    const command = findCommand(clamscan, surroundings.path);
    if (command !== null) return command;
    const sentence = `ClamAV is not installed: there is no ${clamscan}, and MUNIMENT_TOOL_CLAMD names no clamd. npm run tools -- install gets it.`;
    throw new ToolFailure('clamav', 'missing', sentence);
  };
  return {
    async version(call) {
      const { output } = await runTool({ tool: 'clamav', words: [found(), '--version'] }, surroundings, call);
      const version = scannerVersion(output);
      if (version !== null) return version;
      throw new ToolFailure('clamav', 'failed', `ClamAV prints no version, but ${output.slice(0, 100)}.`);
    },
    begin: async (call) => clamscanScan(found(), surroundings, { ...call, mostBytes }),
  };
};
