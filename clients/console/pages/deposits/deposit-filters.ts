import { useAgents } from '../../api/agents.js';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';
import type { FilterField, FilterProperty, Filters } from '../../parts/filters/filter-fields.js';
import { useWords } from '../../words/language.js';
import { FILTER_NAMES, FILTERS, listingQuery, SPANS, type FilterName, type SpanName } from './filters.js';

const STATUSES = ['new', 'exporting', 'preserved', 'error', 'archived'] as const;

/** The fields of the filters of the listing. */
const useFields = (): ((name: FilterName) => FilterField<FilterName>) => {
  const { deposits: words, states } = useWords();
  const agents = useAgents();
  const values = {
    time: 'day',
    path: 'text',
    agent: agents.map((each) => ({ value: each, label: each })),
    status: STATUSES.map((each) => ({ value: each, label: states.deposit[each] })),
    active: (['all', 'false'] as const).map((each) => ({ value: each, label: words.activeValues[each] })),
    flag: (['true', 'false'] as const).map((each) => ({ value: each, label: words.flags[each] })),
  } as const;
  return (name) => ({
    name,
    label: words.filters[name],
    value: values[FILTERS[name]],
    ...(name === 'under' || name === 'group' ? { hint: words.pathHint[name] } : {}),
  });
};

/** What deposits are filtered by: times by spans of days, all else by one filter. */
export const useDepositFilters = (): Filters<FilterName> => {
  const { deposits: words } = useWords();
  const fieldOf = useFields();
  const spanOf = (span: SpanName): FilterProperty<FilterName> => ({
    key: span,
    label: words.columns[SPANS[span].column],
    fields: [fieldOf(SPANS[span].since), fieldOf(SPANS[span].before)],
  });
  return {
    properties: FILTER_NAMES.flatMap((name): readonly FilterProperty<FilterName>[] => {
      if (FILTERS[name] !== 'time') return [{ key: name, label: words.filters[name], fields: [fieldOf(name)] }];
      return (Object.keys(SPANS) as SpanName[]).filter((span) => SPANS[span].since === name).map(spanOf);
    }),
    count: (search) => {
      const query = { ...listingQuery(search), pageSize: 1 };
      return {
        queryKey: ['deposits', 'count', query],
        queryFn: ({ signal }) => dataOf(preservation.GET('/deposits', { params: { query }, signal })),
      };
    },
    totalText: words.total,
  };
};
