import { pause } from '../../../flow/pause.js';
import { ApiFault } from '../../api/api-fault.js';
import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { Deposit, PipelineRun } from '../../api/resources.js';
import { CommandFault } from '../command-fault.js';
import { counted } from '../output/cells.js';
import { listed } from '../output/printable.js';
import type { Progress } from '../output/progress.js';
import type { Approve } from '../output/question.js';
import { STEPS } from '../output/steps.js';
import { pauseMs } from './import-deposit.js';

/** What the tools found in a deposit. */
export interface ToolFindings {
  readonly identified: number;
  readonly unidentified: number;
  /** Files that a tool could not work. */
  readonly failed: number;
  /** Files that were not scanned for viruses, or not to their end: how many, and the paths of the first. */
  readonly notScanned: { readonly files: number; readonly paths: readonly string[] };
  /** The most frequent first. */
  readonly formats: readonly { readonly puid: string; readonly name: string | null; readonly files: number }[];
  /** Sentences, such as one about old virus signatures, or about files that no tool looks at. */
  readonly warnings: readonly string[];
  /** Paths of the files with a virus. */
  readonly infected: readonly string[];
}

interface ToolRunOptions {
  readonly client: Pick<PreservationClient, 'runPipeline' | 'listPipelineRuns' | 'getParsedMets'>;
  readonly progress: Progress;
  readonly approve?: Approve;
}

const NAMED = 5;

/**
 * Has the tools of the platform look at the files of a deposit, or waits for the run of an interrupted command. Rejects
 * with CommandFault where the run fails, and as `approve` does where a virus was found or a file was not scanned.
 */
export const lookWithTools = async (
  { client, progress, approve }: ToolRunOptions,
  deposit: Deposit,
): Promise<ToolFindings> => {
  progress.begin(STEPS.tools);
  const depositId = idIn(deposit.id);
  await client.runPipeline(depositId).catch(async (error: unknown) => {
    const isUnderWay = error instanceof ApiFault && error.status === 409 && !hasEnded(await lastRun(client, depositId));
    if (!isUnderWay) throw error;
  });
  const { status, errors, counts, warnings } = await ended(client, depositId);
  if (status !== 'completed' || counts === null) {
    const why = (errors ?? []).map(({ message }) => message).join('; ');
    throw new CommandFault(`The tools could not look at the files, and nothing was imported: ${why}`);
  }
  const infected = counts.infected > 0 ? await infectedIn(client, depositId) : [];
  const notScanned = {
    files: counts.notScanned?.files ?? 0,
    paths: (counts.notScanned?.named ?? []).map(({ path }) => path),
  };
  const question = questionAboutViruses({ infected, notScanned });
  if (question !== '') await approve?.(question);
  const { identified, unidentified, failed, formats } = counts;
  return { identified, unidentified, failed, notScanned, formats, warnings, infected };
};

/** What is asked before files that may have a virus are imported; empty where all were scanned and are clean. */
const questionAboutViruses = ({
  infected,
  notScanned: { files, paths },
}: Pick<ToolFindings, 'infected' | 'notScanned'>) =>
  [
    ...(infected.length > 0
      ? [`A virus was found in ${counted(infected.length, 'file')}: ${listed(infected, NAMED)}.`]
      : []),
    ...(files > 0
      ? [
          `${counted(files, 'file')} ${files === 1 ? 'was' : 'were'} not scanned for viruses, or not to the end: ${listed(paths, NAMED, files)}.`,
        ]
      : []),
  ].join(' ');

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

const infectedIn = async (client: ToolRunOptions['client'], depositId: string): Promise<string[]> => {
  const { files } = await client.getParsedMets(depositId);
  const isInfected = ({ metadata }: (typeof files)[number]): boolean => {
    const scans = metadata.flatMap((each) => (each.type === 'VirusScanMetadata' ? [each] : []));
    return scans[0]?.['hasVirus'] === true; // the newest comes first
  };
  return files.filter(isInfected).map(({ localPath }) => localPath);
};
