import type { operations } from '../../../api/generated/preservation.js';
import { dataOf } from '../../../api/data-of.js';
import { useAgents } from '../../api/agents.js';
import { dayAfter, startOfDay } from '../../api/days.js';
import { preservation } from '../../api/services.js';
import type { SearchTexts } from '../../frame/search-texts.js';
import type { FilterField, Filters } from '../../parts/filters/filter-fields.js';
import { useWords } from '../../words/language.js';

/** The filters of the list of jobs, by their names in the address. */
const NAMES = ['state', 'kind', 'agent', 'from', 'to', 'group', 'deposit'] as const;
export type JobFilterName = (typeof NAMES)[number];

/** What the address of the list of jobs has. */
export type JobsSearch = SearchTexts<JobFilterName | 'sort' | 'page'>;
type Query = NonNullable<operations['listJobs']['parameters']['query']>;

/** The filters of an address alone. */
export const jobFiltersIn = (search: JobsSearch): SearchTexts<JobFilterName> =>
  Object.fromEntries(NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])));

/** What the interface is asked for an address, without its page. Days are those of the reader's zone, the last one as a whole. */
export const jobsQuery = (search: JobsSearch): Query => {
  const { from, to, ...others } = jobFiltersIn(search);
  return {
    ...others,
    ...(from !== undefined && { from: startOfDay(from) }),
    ...(to !== undefined && { to: dayAfter(to) ?? to }),
  };
};

/** What jobs are filtered by. */
export const useJobFilters = (): Filters<JobFilterName> => {
  const { jobs: words, states } = useWords();
  const agents = useAgents();
  const optionsOf = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  const field = (name: JobFilterName, value: FilterField<JobFilterName>['value']): FilterField<JobFilterName> => ({
    name,
    label: words.filters[name],
    value,
    ...(name === 'group' || name === 'deposit' ? { hint: words.filterHint[name] } : {}),
  });
  const alone = (name: JobFilterName, value: FilterField<JobFilterName>['value']) => ({
    key: name,
    label: words.filters[name],
    fields: [field(name, value)],
  });
  return {
    properties: [
      alone('state', optionsOf(states.job)),
      alone('kind', optionsOf(states.kind)),
      alone('agent', optionsOf(Object.fromEntries(agents.map((each) => [each, each])))),
      { key: 'asked', label: words.askedFor, fields: [field('from', 'day'), field('to', 'day')] },
      alone('group', 'text'),
      alone('deposit', 'text'),
    ],
    count: (texts) => {
      const query = { ...jobsQuery(texts), pageSize: 1 };
      return {
        queryKey: ['jobs', 'count', query],
        queryFn: ({ signal }) => dataOf(preservation.GET('/jobs', { params: { query }, signal })),
      };
    },
    totalText: words.total,
  };
};
