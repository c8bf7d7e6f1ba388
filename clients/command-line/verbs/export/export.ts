import { randomUUID } from 'node:crypto';
import { escapePath } from '../../../../formats/paths/repository-path.js';
import { dataOf } from '../../../api/data-of.js';
import { httpArchive } from '../../../api/http-archive.js';
import { preservationService, storageService } from '../../../api/typed-service.js';
import type { Archive } from '../../../archive/archive.js';
import { CommandFault, wordsFault } from '../../command-fault.js';
import { refusalOf } from '../../looking/refusal.js';
import { readWholeGroup, versionText, type GroupTarget } from '../../looking/target.js';
import { countText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import { shellWord } from '../../output/shell-word.js';
import type { Service, Verb } from '../../program/verb.js';
import { followedJob } from '../jobs/follow-job.js';
import { foundJob } from '../jobs/found-job.js';
import { jobsOn, serviceOf } from '../jobs/service-jobs.js';

const HELP = `Usage: muniment export <group>[@version] --to <s3 location>

Has the platform copy a version to S3, and waits until that is done.

  muniment export letters/1911 --to s3://muniment-workspace/exports/letters
  muniment export letters/1911@v1 --to s3://partner/from-us/letters-1911

The store copies the files itself, as they are stored, and each SHA-256 is
compared. Where exports may go is set by MUNIMENT_EXPORT_DESTINATIONS; by
default exports/ in the buckets of workspaces. A place that has files already
is refused. For a copy on this computer: muniment restore. Ctrl-C ends the
waiting only: muniment jobs follow and muniment jobs cancel take the job.

  --to <s3 location>  s3://bucket/prefix

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

/** The address of the storage service, which has the exports: files name it as the place of their bytes. */
const storageAddress = async (
  archive: Archive,
  { preservation, authHeaders }: Service,
  target: GroupTarget,
): Promise<string> => {
  for await (const { stored } of archive.files(target.group, target.head, '', { described: false })) {
    const params = { path: { path: escapePath(`${target.group}/${stored}`) }, query: { view: 'lightweight' } };
    const file = await dataOf(preservationService(preservation, { authHeaders }).GET('/repository/{path}', { params }));
    const [, address] = /^(.*)\/content\//.exec('content' in file ? (file.content ?? '') : '') ?? [];
    if (address !== undefined) return address;
  }
  throw new CommandFault(`${versionText(target)} has no files.`, { code: 'nothing-to-export' });
};

/** Copies a version to S3 by a job of the platform. */
export const exportVerb: Verb = {
  name: 'export',
  kind: 'lines',
  help: HELP,
  define: (command) => void command.argument('<path>').option('--to <s3 location>'),
  run: async ({ args: [word = ''], options }, session) => {
    const to = locationOf((options as { readonly to?: string }).to, word);
    const service = await session.service();
    const { preservation, authHeaders } = service;
    const archive = httpArchive(preservation, { authHeaders });
    const target = await targetOf(archive, word);
    const { group, version } = target;
    const storage = storageService(await storageAddress(archive, service, target), { authHeaders });
    const asked = await dataOf(
      storage.POST('/export', {
        params: { header: { 'Idempotency-Key': randomUUID() } },
        body: { archivalGroup: escapePath(group), destination: to, sourceVersion: `v${version}` },
      }),
    ).catch((error: unknown) => {
      throw refusalOf(error, { code: 'export-refused', next: 'muniment export --help' });
    });
    const id = asked.id?.replace(/^.*\//, '') ?? '';
    const preservationJobs = serviceOf(service);
    const job = await foundJob(jobsOn(preservationJobs), id);
    const isDone = await followedJob(
      preservationJobs,
      job,
      session,
      ({ files }) =>
        `Exported ${versionText(target)} to ${shownName(to)}: ${countText(files ?? 0, 'stored file')}, compared.`,
    );
    return { code: isDone ? 0 : 1, summary: { group, version, to, job: id } };
  },
};
