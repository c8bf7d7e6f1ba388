import { refused, success, type Result } from '../../flow/result.js';
import { JOB_STATUSES } from '../../projections/jobs/job-document.js';
import type { JobFilter } from '../../projections/jobs/job-queries.js';
import { utcTime } from '../http/request/utc-time.js';
import { namedAgent, namedPath } from '../uris/uri-references.js';
import { KINDS_OF, type JobDependencies } from './job-dependencies.js';

/** The filters of a listing, as the request has them. */
export interface JobFilterParameters {
  readonly kind?: string;
  readonly state?: string;
  readonly deposit?: string;
  readonly group?: string;
  readonly agent?: string;
  readonly from?: string;
  readonly to?: string;
  readonly endedFrom?: string;
  readonly endedTo?: string;
}

const isBlank = (text: string | undefined): text is undefined => text === undefined || text.trim() === '';

/** The words between commas, in the casing that is known; the first unknown one as a refusal. */
const wordsIn = <Word extends string>(text: string, what: string, known: readonly Word[]): Result<Word[], string> => {
  const words: Word[] = [];
  for (const each of text.split(',').map((part) => part.trim())) {
    const found = known.find((word) => word.toLowerCase() === each.toLowerCase());
    if (found === undefined) return refused(`There is no ${what} '${each}'; there are ${known.join(', ')}.`);
    words.push(found);
  }
  return success(words);
};

/** The last name of a URI, or the text itself. */
const idIn = (text: string): string => text.trim().replace(/\/$/, '').split('/').at(-1) ?? '';

const TIMES = ['from', 'to', 'endedFrom', 'endedTo'] as const;

const timesIn = (parameters: JobFilterParameters): Pick<JobFilter, (typeof TIMES)[number]> =>
  Object.fromEntries(
    TIMES.flatMap((name) => {
      const time = parameters[name];
      return time === undefined ? [] : [[name, utcTime(time)]];
    }),
  );

const conditionsOf = ({ deposit, group, agent, ...parameters }: JobFilterParameters): JobFilter => ({
  ...(isBlank(deposit) ? {} : { depositId: idIn(deposit) }),
  ...(isBlank(group) ? {} : { archivalGroup: namedPath(group) }),
  ...(isBlank(agent) ? {} : { agent: namedAgent(agent) }),
  ...timesIn(parameters),
});

/**
 * What the parameters of a listing select, else the sentence of a refusal. Throws PathFault, and TimeFault for an unknown
 * date.
 */
export const jobFilter = (
  self: JobDependencies['self'],
  parameters: JobFilterParameters,
): Result<JobFilter, string> => {
  const { kind, state } = parameters;
  const kinds = isBlank(kind) ? success(KINDS_OF[self]) : wordsIn(kind, 'kind of jobs', KINDS_OF[self]);
  if (!kinds.ok) return kinds;
  const statuses = isBlank(state) ? success(null) : wordsIn(state, 'state', JOB_STATUSES);
  if (!statuses.ok) return statuses;
  return success({
    ...(isBlank(kind) && self === 'preservation' ? {} : { kinds: kinds.value }),
    ...(statuses.value === null ? {} : { statuses: statuses.value }),
    ...conditionsOf(parameters),
  });
};
