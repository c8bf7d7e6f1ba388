import type { NewPlatformJob } from '../../events/platform-job.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refused, success, type Result } from '../../flow/result.js';
import { countedViews } from '../../projections/read-models.js';
import { namedPath } from '../uris/uri-references.js';

/** A job as it is posted. What a kind does not have must be left out. */
export interface JobRequest {
  readonly kind: NewPlatformJob['kind'];
  readonly archivalGroup?: string | null;
  readonly quick?: boolean;
  readonly dryRun?: boolean;
  readonly verify?: boolean;
  readonly view?: string | null;
}

/** What each kind has, besides `kind`. */
const PROPERTIES = {
  audit: ['archivalGroup', 'quick'],
  adoption: ['archivalGroup', 'dryRun', 'verify'],
  rebuild: ['view'],
} as const satisfies Readonly<Record<JobRequest['kind'], readonly (keyof JobRequest)[]>>;

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name);

/** The sentence about the first property that jobs have, but not those of this kind; null where there is none. */
const foreignProperty = ({ kind, ...rest }: JobRequest): string | null => {
  const own = PROPERTIES[kind];
  const known = Object.values(PROPERTIES).flat();
  const foreign = Object.keys(rest).find((name) => isOneOf(known, name) && !isOneOf(own, name));
  return foreign === undefined ? null : `A job of kind ${kind} has no '${foreign}'; it has ${own.join(', ')}.`;
};

/** Throws PathFault. */
const groupIn = ({ archivalGroup = null }: JobRequest): Result<RepositoryPath | null, string> => {
  if (archivalGroup === null) return success(null);
  const path = namedPath(archivalGroup);
  return path === '' ? refused('archivalGroup names no archival group. Leave it out for all of them.') : success(path);
};

const viewIn = ({ view = null }: JobRequest): Result<string | null, string> => {
  const names = countedViews.map(({ name }) => name);
  if (view === null || names.includes(view)) return success(view);
  return refused(`There is no read model '${view}'; there are ${names.join(', ')}. Leave view out for all of them.`);
};

/** A posted job; refused with a sentence that says what is allowed. Throws PathFault for an invalid path. */
export const newJob = (posted: JobRequest): Result<NewPlatformJob, string> => {
  const foreign = foreignProperty(posted);
  if (foreign !== null) return refused(foreign);
  const { kind, quick = false, dryRun = false, verify = false } = posted;
  if (kind === 'rebuild') {
    const view = viewIn(posted);
    return view.ok ? success({ kind, parameters: { view: view.value } }) : view;
  }
  const group = groupIn(posted);
  if (!group.ok) return group;
  const { value: archivalGroup } = group;
  if (kind === 'audit') return success({ kind, parameters: { archivalGroup, quick } });
  return success({ kind, parameters: { archivalGroup, dryRun, verify } });
};
