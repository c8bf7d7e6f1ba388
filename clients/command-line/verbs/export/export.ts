import { randomUUID } from 'node:crypto';
import { escapePath } from '../../../../formats/paths/repository-path.js';
import { dataOf } from '../../../api/data-of.js';
import { httpArchive } from '../../../api/http-archive.js';
import { storageService, type PreservationService, type StorageService } from '../../../api/typed-service.js';
import type { Archive } from '../../../archive/archive.js';
import { CommandFault, wordsFault } from '../../command-fault.js';
import { refusalOf } from '../../looking/refusal.js';
import { readWholeGroup, versionText, type GroupTarget } from '../../looking/target.js';
import { countText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import { workOf, type Ended, type Session, type Verb } from '../../program/verb.js';
import { followedJob } from '../jobs/follow-job.js';
import { foundJob } from '../jobs/found-job.js';
import { jobsOn, serviceOf } from '../jobs/service-jobs.js';

const HELP = `Usage: muniment export <group>[@version] --to <s3 location>

Has the platform copy a version to S3, and waits until that is done.

  muniment export letters/1911 --to s3://muniment-workspace/exports/letters
  muniment export letters/1911@v1 --to s3://partner/from-us/letters-1911
  muniment export letters/1911 --mets-only --to s3://partner/mets/letters

The store copies the files itself, as they are stored, and each SHA-256 is
compared. Where exports may go is set by MUNIMENT_EXPORT_DESTINATIONS; by
default exports/ in the buckets of workspaces. A place that has files already
is refused. For a copy on this computer: muniment restore. Ctrl-C ends the
waiting only: muniment jobs follow and muniment jobs cancel take the job.

  --to <s3 location>  s3://bucket/prefix
  --mets-only         the files that are a METS by their names, and at once

Exit codes: 0 copied and compared, 1 refused, or files were not copied,
2 command line, 4 login or permission, 5 try again later, 130 stopped.
`;

const LOCATION = /^s3:\/\/[^/]+\/.+/;

const locationOf = (to: string | undefined, word: string): string => {
  if (to === undefined)
    throw wordsFault(
      'export needs a place to copy to.',
      `muniment export ${shellWord(word)} --to s3://<bucket>/<prefix>`,
    );
  if (LOCATION.test(to)) return to;
  throw wordsFault(
    `export copies to S3, and ${shownName(to)} is no place there.`,
    `--to s3://<bucket>/<prefix>, or muniment restore ${shellWord(word)} --to ${shellWord(to)}`,
  );
};

const targetOf = (archive: Archive, word: string): Promise<GroupTarget> =>
  readWholeGroup(archive, word, {
    verb: 'export',
    next: ({ group, below }) => `muniment restore ${shellWord(`${group}/${below}`)} --to <new folder>`,
  });

/** What is exported, and where to. */
interface Wanted {
  readonly target: GroupTarget;
  /** The storage service, which has the exports. */
  readonly storage: StorageService;
  readonly to: string;
}

const bodyOf = ({ target: { group, version }, to }: Wanted) => ({
  archivalGroup: escapePath(group),
  destination: to,
  sourceVersion: `v${version}`,
});

const refused = (error: unknown): never => {
  throw refusalOf(error, { code: 'export-refused', next: 'muniment export --help' });
};

/** Has the METS files copied, which the service does before it answers. */
const exportMets = async (wanted: Wanted, { output }: Session): Promise<Ended> => {
  const { target, storage, to } = wanted;
  const made = await dataOf(storage.POST('/exportMetsOnly', { body: bodyOf(wanted) })).catch(refused);
  const files = made.files.length;
  const [failure] = made.errors ?? [];
  if (failure !== undefined) {
    const message = `Not every METS of ${versionText(target)} was copied: ${failure.message}`;
    throw new CommandFault(message, { code: 'export-failed', next: 'another place with --to' });
  }
  if (output.form !== 'json')
    await output.write(
      `Exported the METS of ${versionText(target)} to ${shownName(to)}: ${countText(files, 'stored file')}, compared.\n`,
    );
  const { group, version } = target;
  return { code: 0, summary: { group, version, to, job: null } };
};

/** Has a version copied by a job, and waits for its end. */
const exportVersion = async (wanted: Wanted, service: PreservationService, session: Session): Promise<Ended> => {
  const { target, storage, to } = wanted;
  const params = { header: { 'Idempotency-Key': randomUUID() } };
  const asked = await dataOf(storage.POST('/export', { params, body: bodyOf(wanted) })).catch(refused);
  const id = asked.id?.replace(/^.*\//, '') ?? '';
  const job = await foundJob(jobsOn(service), id);
  const isDone = await followedJob(
    service,
    job,
    session,
    ({ files }) =>
      `Exported ${versionText(target)} to ${shownName(to)}: ${countText(files ?? 0, 'stored file')}, compared.`,
  );
  const { group, version } = target;
  return { code: isDone ? 0 : 1, summary: { group, version, to, job: id } };
};

/** Copies a version, or its METS, to S3. */
export const exportVerb: Verb = {
  name: 'export',
  kind: 'lines',
  help: HELP,
  define: (command) => void command.argument('<path>').option('--to <s3 location>').option('--mets-only'),
  run: async ({ args: [word = ''], options }, session) => {
    const { to: place, metsOnly = false } = options as { readonly to?: string; readonly metsOnly?: boolean };
    const to = locationOf(place, word);
    const opened = await session.service();
    const { preservation, authHeaders } = opened;
    const target = await targetOf(httpArchive(preservation, { authHeaders }), word);
    const service = serviceOf(opened);
    const { storage: address } = await dataOf(service.GET('/system'));
    const wanted = { target, to, storage: storageService(address, { authHeaders }) };
    return workOf(opened, metsOnly ? exportMets(wanted, session) : exportVersion(wanted, service, session));
  },
};
