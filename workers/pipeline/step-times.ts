import type { PipelineStep, PipelineStepName } from '../../events/pipeline-run.js';
import { timestampOf } from '../../events/time.js';

/** When the steps of a run began and ended, and how long each tool worked. */
export class StepTimes {
  readonly #now: () => Date;
  readonly #ended: PipelineStep[] = [];
  readonly #tools = new Map<string, { working: number; since: number; milliseconds: number }>();
  #present: { readonly step: PipelineStepName; readonly begun: string } | null = null;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Ends the step before. */
  begin(step: PipelineStepName): void {
    this.#end();
    this.#present = { step, begun: timestampOf(this.#now()) };
  }

  /** All steps so far; the present one ends now. */
  all(): readonly PipelineStep[] {
    this.#end();
    return [...this.#ended];
  }

  /** While `work` runs, the tool works; what it does at the same time on other files counts once. */
  async toolWorks<T>(tool: string, work: () => Promise<T>): Promise<T> {
    const time = this.#tools.get(tool) ?? { working: 0, since: 0, milliseconds: 0 };
    this.#tools.set(tool, time);
    if (time.working++ === 0) time.since = performance.now();
    try {
      return await work();
    } finally {
      if (--time.working === 0) time.milliseconds += performance.now() - time.since;
    }
  }

  /** By tool, in seconds. */
  toolSeconds(): Readonly<Record<string, number>> {
    const seconds = ([tool, { milliseconds }]: [string, { milliseconds: number }]): [string, number] => [
      tool,
      Math.round(milliseconds) / 1_000,
    ];
    return Object.fromEntries([...this.#tools].map(seconds));
  }

  #end(): void {
    if (this.#present === null) return;
    this.#ended.push({ ...this.#present, ended: timestampOf(this.#now()) });
    this.#present = null;
  }
}
