import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolFailure, type BatchReporter } from '../../formats/tools/findings/tool-ports.js';
import { findCommand } from './process/find-command.js';
import { badEnd, runTool } from './process/run-tool.js';
import type { ToolSurroundings } from './process/tool-limits.js';

/** What it prints at its end (companion 12.2). */
const COMPLETE = 'characterization complete.';
/** It puts the names of folders into commands of a shell, between double quotes. */
const UNSAFE = /["$`\\!\n\r]/;
const NEEDED = ['sf', 'clamscan', 'tree'];

/** Without signatures, and without clamscan, it reports that it has found no viruses. */
const requireScan = async (destination: string): Promise<void> => {
  const log = await readFile(join(destination, 'logs', 'viruscheck-log.txt'), 'utf8').catch(() => '');
  const [, known] = /^Known viruses: (\d+)/m.exec(log) ?? [];
  if (known === undefined) throw failed('has no whole log of its virus scan: clamscan did not come to its end');
  if (Number(known) === 0) throw failed('has scanned without virus signatures, so its report cannot be believed');
};

const failed = (what: string): ToolFailure => new ToolFailure('brunnhilde', 'failed', `Brunnhilde ${what}.`);

/** The first command that is not installed of Brunnhilde's own and those that it needs; null where all are. */
export const lackingForBrunnhilde = (name: string, path: string): string | null =>
  [name, ...NEEDED].find((each) => findCommand(each, path) === null) ?? null;

/**
 * Brunnhilde, with sf, clamscan and tree beside it. It prints nothing while it works, so only the time of the whole call
 * limits it.
 */
export const brunnhilde = (name: string, surroundings: ToolSurroundings): BatchReporter => {
  const patient = { ...surroundings, limits: { ...surroundings.limits, silentMs: surroundings.limits.callMs } };
  const found = (): string => {
    const lacking = lackingForBrunnhilde(name, surroundings.path);
    if (lacking !== null)
      throw new ToolFailure('brunnhilde', 'missing', `Brunnhilde cannot be run: there is no ${lacking}.`);
    return findCommand(name, surroundings.path) ?? name;
  };
  return {
    async version(call) {
      const end = await runTool({ tool: 'brunnhilde', words: [found(), '--version'] }, surroundings, call);
      const [, version] = /(\d+\.\d+\S*)/.exec(end.output) ?? [];
      if (end.code !== 0 || version === undefined) throw badEnd('brunnhilde', end);
      return version;
    },
    async report(source, destination, call) {
      const unsafe = [source, destination].find((folder) => UNSAFE.test(folder));
      if (unsafe !== undefined) throw failed(`cannot be given the folder ${JSON.stringify(unsafe)}`);
      const words = [found(), '--hash', 'sha256', source, destination, '--overwrite'];
      const end = await runTool({ tool: 'brunnhilde', words }, patient, call);
      if (end.code !== 0 || !`${end.output}${end.errors}`.includes(COMPLETE)) throw badEnd('brunnhilde', end);
      await requireScan(destination);
    },
  };
};
