import { pause } from '../../../flow/pause.js';
import { ApiFault } from '../../api/api-fault.js';
import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { Deposit, PipelineRun } from '../../api/resources.js';
import { CommandFault } from '../command-fault.js';
import type { FormatsFound } from '../output/format-rows.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';
import { pauseMs } from './import-deposit.js';

/** What the tools found in a deposit. */
export interface ToolFindings extends FormatsFound {
  /** Files that a tool could not work. */
  readonly failed: number;
  /** Files that were not scanned for viruses, or not to their end: how many, and the paths of the first below the folder. */
  readonly notScanned: { readonly files: number; readonly paths: readonly string[] };
  /** Sentences, such as one about old virus signatures, or about files that no tool looks at. */
  readonly warnings: readonly string[];
  /** The files with a virus: their paths below the folder, and its name, empty where the tool gives none. */
  readonly infected: readonly { readonly path: string; readonly virus: string }[];
}

interface ToolRunOptions {
  readonly client: Pick<PreservationClient, 'runPipeline' | 'listPipelineRuns' | 'getParsedMets'>;
  readonly progress: Progress;
}

/**
 * Has the tools of the platform look at the files of a deposit, or waits for the run of an interrupted command. Rejects
 * with CommandFault where the run fails.
 */
export const lookWithTools = async ({ client, progress }: ToolRunOptions, deposit: Deposit): Promise<ToolFindings> => {
  progress.begin(STEPS.tools);
  const depositId = idIn(deposit.id);
  await client.runPipeline(depositId).catch(async (error: unknown) => {
    const isUnderWay = error instanceof ApiFault && error.status === 409 && !hasEnded(await lastRun(client, depositId));
    if (!isUnderWay) throw error;
  });
  const { status, errors, counts, warnings } = await ended(client, depositId);
  if (status !== 'completed' || counts === null) {
    const why = (errors ?? []).map(({ message }) => message).join('; ');
    throw new CommandFault(`The run of the tools failed: ${why.replace(/\.$/, '')}. No version was made.`, {
      code: 'tools-failed',
      next: 'muniment tools check',
    });
  }
  const infected = counts.infected > 0 ? await infectedIn(client, depositId) : [];
  const notScanned = {
    files: counts.notScanned?.files ?? 0,
    paths: (counts.notScanned?.named ?? []).map(({ path }) => inFolder(path)),
  };
  const { identified, unidentified, failed, formats } = counts;
  return { identified, unidentified, failed, notScanned, formats, warnings, infected };
};

/** The path below the folder of a file in the deposit. */
const inFolder = (path: string): string => path.replace(/^objects\//, '');

const lastRun = async (client: ToolRunOptions['client'], depositId: string): Promise<PipelineRun | undefined> =>
  (await client.listPipelineRuns(depositId)).at(-1);

const hasEnded = (run: PipelineRun | undefined): boolean => run === undefined || run.status.startsWith('completed');

/** The last run, once it has ended. */
const ended = async (client: ToolRunOptions['client'], depositId: string): Promise<PipelineRun> => {
  const begun = performance.now();
  for (;;) {
    const run = await lastRun(client, depositId);
    if (run !== undefined && hasEnded(run)) return run;
    await pause(pauseMs(performance.now() - begun));
  }
};

const infectedIn = async (client: ToolRunOptions['client'], depositId: string): Promise<ToolFindings['infected']> => {
  const { files } = await client.getParsedMets(depositId);
  return files.flatMap(({ localPath, metadata }) => {
    const scans = metadata.flatMap((each) => (each.type === 'VirusScanMetadata' ? [each] : []));
    const [scan] = scans; // the newest comes first
    if (scan?.['hasVirus'] !== true) return [];
    const virus = scan['virusFound'];
    return [{ path: inFolder(localPath), virus: typeof virus === 'string' ? virus : '' }];
  });
};
