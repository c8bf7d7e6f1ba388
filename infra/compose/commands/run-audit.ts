import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { throttle } from '../../../flow/throttle.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { readAuditArguments, type AuditArguments } from './audit-arguments.js';
import { progressText, rowText, summaryText, type AuditCounts } from './audit-text.js';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { auditGroup, isThere } from '../../../workers/auditor/audit-group.js';
import { auditRepository } from '../../../workers/auditor/audit-repository.js';
import type { AuditFinding, OwnCode } from '../../../workers/auditor/audit-finding.js';
import type { AuditListener, AuditDependencies } from '../../../workers/auditor/audit-dependencies.js';
import { countedViews } from '../../../projections/read-models.js';
import { auditViews } from '../../../workers/auditor/audit-views.js';
import { onRepository } from './interruptible.js';
import type { RepositoryStores } from './repository-stores.js';
import type { Surroundings } from './command-surroundings.js';
import { commandOf } from './command-of.js';

const EXIT_FOUND = 1;
const EXIT_COULD_NOT_LOOK = 2;

const TELL_EVERY_MS = 10_000;

interface Tally {
  readonly listener: AuditListener;
  readonly counts: () => AuditCounts;
}

/** Prints each finding immediately, and the progress at intervals. */
const tally = ({ output, messages }: Pick<Surroundings, 'output' | 'messages'>): Tally => {
  const counts = { objects: 0, versions: 0, files: 0, bytesRead: 0, inProgress: 0, findings: 0 };
  const mayTell = throttle(TELL_EVERY_MS);
  return {
    counts: () => ({ ...counts }),
    listener: {
      found(findings) {
        counts.findings += findings.length;
        for (const finding of findings) output.write(rowText(finding));
      },
      checked({ versions, files, bytesRead, inProgress }) {
        if (files > 0) counts.objects += 1;
        counts.versions += versions;
        counts.files += files;
        counts.bytesRead += bytesRead;
        if (inProgress) counts.inProgress += 1;
        if (mayTell()) messages.write(`${progressText(counts)}\n`);
      },
    },
  };
};

/** Throws CommandFault for a group that has neither a ledger nor an object. */
const requireKnown = async (dependencies: AuditDependencies, group: RepositoryPath): Promise<void> => {
  if ((await readLedger(dependencies.events, group)).length > 0 || (await isThere(dependencies, group))) return;
  throw new CommandFault(`There is no archival group ${escapePath(group)}.`);
};

type AuditStores = AuditDependencies & Pick<RepositoryStores, 'documents' | 'lostNames'>;

const lostNamesFinding = (message: string): AuditFinding => ({
  ...{ code: 'names-lost' satisfies OwnCode, group: null, key: '-' },
  ...{ message: `${message}.`, expected: null, found: null },
});

/** Answers the read models that could not be compared. */
const auditAll = async (dependencies: AuditStores): Promise<readonly string[]> => {
  const { events, report, lostNames } = dependencies;
  if (lostNames !== null) report.found([lostNamesFinding(lostNames)]);
  await auditRepository(dependencies);
  const documents = await dependencies.documents();
  return documents === null ? [] : auditViews({ views: countedViews, events, documents, report });
};

const look = async (dependencies: AuditStores, { group }: AuditArguments): Promise<readonly string[]> => {
  if (group === null) return auditAll(dependencies);
  await requireKnown(dependencies, group);
  await auditGroup(dependencies, group);
  return [];
};

const uncountedText = (view: string): string =>
  `The read model ${view} was written by an earlier version and is not compared; the platform rebuilds it by itself.\n`;

const audit = async (request: AuditArguments, surroundings: Surroundings): Promise<number> => {
  const { output, messages } = surroundings;
  const { listener, counts } = tally(surroundings);
  const texts = { done: 'audited', stopped: 'Stopped before the end; nothing was changed.' };
  const ended = await onRepository(surroundings, texts, async (stores) => {
    const uncounted = await look({ ...stores, quick: request.quick, report: listener }, request);
    for (const view of uncounted) messages.write(uncountedText(view));
  });
  if (ended !== null) return ended;
  output.write(summaryText(counts()));
  return counts().findings === 0 ? 0 : EXIT_FOUND;
};

export const runAudit = commandOf(readAuditArguments, audit, () => EXIT_COULD_NOT_LOOK);
