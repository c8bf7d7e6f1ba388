import type { PipelineTool } from '../../../events/pipeline-run.js';
import { workspacePrefix } from '../../../commands/workspace/empty-workspace.js';
import { keptFor } from '../../../flow/sharing/kept-for.js';
import { scannerVersion } from '../../../formats/tools/virus-scan/scanner-version.js';
import type { DepositsView } from '../../../projections/deposits/deposits-view.js';
import type { LastAudit, RecordedTools } from '../../../projections/system/system.js';
import { unlessIncomplete } from '../../../projections/view-incomplete.js';
import { moment, momentOrNull } from '../../rendering/moment.js';
import { agentUri, jobUri } from '../../uris/uris.js';
import type { PlatformSources, StoredTotals } from './platform-sources.js';
import { renderView } from './render-view.js';
import type { SystemDependencies } from './system-dependencies.js';

/** All workspaces lie below it. */
const WORKSPACES = 'deposits/';
/** What so many preserved deposits hold is added up at most; of more it is not told. */
const MOST_PRESERVED = 5_000;
const PAGE = 1_000;
/** Adding that up takes longer than all else. */
const PRESERVED_KEPT_MS = 60_000;

/** What the workspaces of preserved deposits hold; null where there are too many of them. */
const heldByPreserved = async (
  deposits: DepositsView,
  totalsOf: (folders: readonly string[]) => Promise<StoredTotals>,
): Promise<StoredTotals | null> => {
  let [files, bytes] = [0, 0];
  for (let skip = 0; ; skip += PAGE) {
    const query = { filter: { status: 'preserved' }, orderBy: 'status', ascending: true, skip, limit: PAGE } as const;
    const page = await deposits.list(query);
    if (page.total > MOST_PRESERVED) return null;
    const held = await totalsOf(page.deposits.map(({ depositId }) => workspacePrefix(depositId)));
    files += held.files;
    bytes += held.bytes;
    if (skip + PAGE >= page.total) return { files, bytes };
  }
};

const workspacesReader = (
  deposits: DepositsView,
  { workspaceTotals: totalsOf }: PlatformSources,
): (() => Promise<object | null>) => {
  if (totalsOf === null) return () => Promise.resolve(null);
  const preserved = keptFor(PRESERVED_KEPT_MS, () => heldByPreserved(deposits, totalsOf));
  return async () => ({ ...(await totalsOf([WORKSPACES])), preserved: await unlessIncomplete(preserved()) });
};

const renderTool = ({ name, version, signatures }: PipelineTool) => {
  const made = name === 'clamav' && signatures !== null ? scannerVersion(signatures)?.signaturesMade : null;
  return { name, version, signatures, signaturesMade: momentOrNull(made?.toISOString() ?? null) };
};

const renderTools = (recorded: RecordedTools | null) =>
  recorded === null ? null : { recorded: moment(recorded.at), tools: recorded.tools.map(renderTool) };

const renderAudit = (base: string, audit: LastAudit | null) =>
  audit === null
    ? null
    : {
        job: jobUri(base, audit.jobId),
        agent: agentUri(base, audit.by),
        finished: moment(audit.finished),
        quick: audit.quick,
        summary: audit.summary,
      };

/** Reads what `GET /system` answers, all of it from what is kept as it changes. Rejects with the faults of the stores. */
export const systemReader = ({
  views: { system, deposits },
  sources,
  dependencies: { producer, now },
  baseUrls,
}: SystemDependencies): (() => Promise<object>) => {
  const readWorkspaces = workspacesReader(deposits, sources);
  return async () => {
    const asOf = now().toISOString();
    const { preservation, storage } = baseUrls;
    const [repository, statuses, audit, tools, workspaces, states, disk] = await Promise.all([
      unlessIncomplete(system.repository()),
      unlessIncomplete(deposits.statuses()),
      unlessIncomplete(system.lastAudit()),
      unlessIncomplete(system.tools()),
      readWorkspaces(),
      sources.readViewStates(),
      sources.readDisk?.() ?? null,
    ]);
    return {
      id: `${preservation}/system`,
      type: 'System',
      asOf: moment(asOf),
      version: producer,
      started: moment(sources.started.toISOString()),
      preservation,
      storage,
      s3Endpoint: sources.s3Endpoint,
      dataFolder: sources.dataFolder,
      disk,
      repository,
      deposits: statuses,
      workspaces,
      views: states.map(renderView),
      tools: renderTools(tools),
      lastAudit: renderAudit(preservation, audit),
    };
  };
};
