import { randomUUID } from 'node:crypto';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { openProjectors } from '../../../projections/read-models.js';
import { importJobs } from '../../../workers/importer/importer.js';
import { JobRunner } from '../../../workers/job-runner.js';
import { alone } from '../../support/alone.js';
import { logOf } from '../../support/command-bench.js';
import { PLAIN_REQUEST } from '../../support/http/import-request.js';
import { until } from '../../support/scheduling/until.js';
import { valueOf } from '../../support/value-of.js';
import { identityOf, silent } from './log-of-facts.js';
import { present } from './present.js';
import type { Repository } from './repository.js';

/** A job, as it was begun first: by whom it was asked for, and which process began it. */
export interface BegunImport {
  readonly agent: string;
  readonly holder: string;
}

/** Importers of one repository, which look for jobs in one view and are woken by nobody. */
export interface Importers {
  /** Asks for the import of one small file into a new group. */
  submit(agent: string): Promise<void>;
  /** Begins to work with so many importers. */
  start(importers: number, slots?: number): void;
  /** Resolves when no job waits or runs. */
  done(): Promise<void>;
  /** All jobs in the order in which they were begun. */
  begun(): Promise<readonly BegunImport[]>;
  close(): Promise<void>;
}

export const openImporters = async (repository: Repository): Promise<Importers> => {
  const { dependencies, events, records } = repository;
  const views = openProjectors({ events, documents: openDocumentStore(':memory:'), liveness: alone() });
  const { jobs, jobsState, jobsReached } = views.readModels;
  const queue = { ...jobs, state: jobsState, reached: jobsReached };
  const file: PlannedOperation = await repository.put('add-binary', 'a.txt', 'one small file');
  const presences: ReturnType<typeof present>[] = [];
  const runners: JobRunner[] = [];
  let groups = 0;
  return {
    async submit(agent) {
      const request = { depositId: null, archivalGroup: `letters/${groups++}`, request: PLAIN_REQUEST };
      const intent = {
        commandId: randomUUID(),
        correlationId: 'test',
        actor: { agent, source: 'user', appId: null } as const,
        at: new Date().toISOString().replace('Z', '0000Z'),
      };
      valueOf(await submitImport(dependencies, intent, { ...request, operations: [file] }));
    },
    start(importers, slots = 2) {
      for (let number = 0; number < importers; number++) {
        const holder = `importer-${number}`;
        const presence = present(holder, { records });
        const kinds = [importJobs({ dependencies, identity: identityOf(holder), log: silent })];
        presences.push(presence);
        runners.push(new JobRunner({ kinds, queue, presence, log: silent, slots }));
      }
    },
    async done() {
      const head = await events.head();
      if (head !== null) await jobsReached(head, 60_000);
      const isDone = async (): Promise<boolean> =>
        (await jobs.counts()).every(({ waiting, running }) => waiting + running === 0);
      await until('no job waits or runs', isDone, 600_000);
    },
    async begun() {
      const agents = new Map<string, string>();
      const begun: BegunImport[] = [];
      for (const { type, data } of (await logOf(events)) as readonly ArchivalGroupFact[])
        if (type === 'ImportAdmitted') agents.set(data.jobId, data.by);
        else if (type === 'ImportStarted') begun.push({ agent: agents.get(data.jobId) ?? '', holder: data.worker });
      return begun;
    },
    async close() {
      await Promise.all(runners.map((runner) => runner.stop()));
      await Promise.all(presences.map((presence) => presence.leave()));
      await views.close();
    },
  };
};
