import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedFact } from '../../events/envelope.js';
import type { DepositPipelineFact, PipelineRunFact } from '../../events/pipeline-run.js';

type RunFact = RecordedFact<DepositPipelineFact | PipelineRunFact>;

/** What the log has of one run. */
interface LoggedRun {
  /** How often it has each fact; facts of an epoch, and pages of findings, are apart. */
  readonly times: Map<string, number>;
  epoch: number;
  readonly faults: string[];
}

const FINAL: readonly string[] = ['PipelineRunCompleted', 'PipelineRunFailed', 'PipelineRunForceCompleted'];
/** Facts of a run that each of its epochs may have, and progress, which may come again. */
const OF_EPOCH: readonly string[] = ['PipelineRunClaimed', 'PipelineToolsRecorded', 'PipelineFindingsRecorded'];

const isOfRun = (fact: RecordedFact): fact is RunFact => fact.type.startsWith('Pipeline');

const nameOf = ({ type, data }: RunFact): string => {
  if (!OF_EPOCH.includes(type)) return type;
  const { epoch, page } = data as { readonly epoch: number; readonly page?: number };
  return page === undefined ? `${type} in epoch ${epoch}` : `${type} on page ${page} in epoch ${epoch}`;
};

const finals = ({ times }: LoggedRun): number => FINAL.reduce((sum, type) => sum + (times.get(type) ?? 0), 0);

const take = (run: LoggedRun, fact: RunFact): void => {
  const name = nameOf(fact);
  if (fact.stream.startsWith('deposit-') && finals(run) > 0) run.faults.push(`has ${name} after its end`);
  if (fact.type === 'PipelineRunClaimed') {
    if (fact.data.epoch !== run.epoch + 1) run.faults.push(`goes from epoch ${run.epoch} to ${fact.data.epoch}`);
    run.epoch = fact.data.epoch;
  }
  run.times.set(name, (run.times.get(name) ?? 0) + 1);
};

const faultsOf = (run: LoggedRun): string[] => {
  const count = (name: string): number => run.times.get(name) ?? 0;
  const isCompleted = count('PipelineRunCompleted') > 0;
  const wanted: readonly (readonly [string, number])[] = [
    ['PipelineRunQueued', 1],
    ['PipelineRunOpened', 1],
    ...(isCompleted
      ? ([
          ['PipelineMetadataCreated', 1],
          [`PipelineToolsRecorded in epoch ${run.epoch}`, 1],
        ] as const)
      : []),
  ];
  return [
    ...run.faults,
    ...(finals(run) === 1 ? [] : [`has ${finals(run)} ends`]),
    ...wanted.flatMap(([name, times]) => (count(name) === times ? [] : [`has ${count(name)} ${name}, not ${times}`])),
    ...[...run.times].flatMap(([name, times]) =>
      times === 1 || name === 'PipelineRunProgressed' ? [] : [`has ${times} ${name}`],
    ),
  ];
};

/** A folder of a process that has ended is removed by the next, and each run removes its own; images have one while it runs. */
const scratchFaults = async (data: string): Promise<string[]> => {
  const scratch = join(data, 'scratch');
  const processes = await readdir(scratch);
  const left = await Promise.all(processes.map((name) => readdir(join(scratch, name))));
  return [
    ...(processes.length <= 1 ? [] : [`${processes.join(', ')} are left in scratch`]),
    ...left
      .flat()
      .filter((name) => !name.endsWith('-images'))
      .map((name) => `${name} is left in scratch`),
  ];
};

/**
 * Answers all that is wrong with the pipeline runs of a data folder that nobody holds, by what was appended since the last
 * look, by the ids of those that were acknowledged and have ended, and with what they left on the disk.
 */
export type RunLogAudit = (
  data: string,
  facts: readonly RecordedFact[],
  acknowledged: readonly string[],
) => Promise<string[]>;

export const runLogAudit = (): RunLogAudit => {
  const runs = new Map<string, LoggedRun>();
  return async (data, facts, acknowledged) => {
    for (const fact of facts.filter(isOfRun)) {
      const run = runs.get(fact.data.runId) ?? { times: new Map<string, number>(), epoch: 0, faults: [] };
      runs.set(fact.data.runId, run);
      take(run, fact);
    }
    const known = new Set(acknowledged);
    return [
      ...acknowledged.filter((id) => !runs.has(id)).map((id) => `pipeline run ${id} was acknowledged and is lost`),
      ...[...runs.keys()].filter((id) => !known.has(id)).map((id) => `nobody was told of pipeline run ${id}`),
      ...[...runs].flatMap(([id, run]) => faultsOf(run).map((fault) => `pipeline run ${id} ${fault}`)),
      ...(await scratchFaults(data)),
    ];
  };
};
