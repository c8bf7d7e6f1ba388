import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { idOf } from '../../api/identifiers.js';
import { preservation } from '../../api/services.js';
import { DayField } from '../../parts/controls/day-field.js';
import { SmallSelect } from '../../parts/controls/field.js';
import type { SearchTexts } from '../../frame/search-texts.js';
import { useWords } from '../../words/language.js';

/** What the address of the list of jobs has. */
export type JobsSearch = SearchTexts<'state' | 'kind' | 'agent' | 'from' | 'to' | 'sort' | 'page'>;

/** Which jobs are listed: of a kind, asked for by somebody, since a day and up to one. */
export const JobFilters = ({
  search,
  onSearch,
}: {
  readonly search: JobsSearch;
  readonly onSearch: (search: JobsSearch) => void;
}) => {
  const { jobs: words, states } = useWords();
  const { data } = useQuery({
    queryKey: ['system', 'agents'],
    queryFn: ({ signal }) => dataOf(preservation.GET('/agents', { signal })),
  });
  const names = (data ?? []).map(idOf);
  const known = search.agent === undefined || names.includes(search.agent) ? names : [...names, search.agent];
  return (
    <>
      <SmallSelect
        label={words.kind}
        value={search.kind ?? ''}
        options={[
          { value: '', label: words.allKinds },
          ...Object.entries(states.kind).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(kind) => onSearch({ ...search, kind, page: '' })}
      />
      <SmallSelect
        label={words.by}
        value={search.agent ?? ''}
        options={[{ value: '', label: words.anybody }, ...known.map((name) => ({ value: name, label: name }))]}
        onChange={(agent) => onSearch({ ...search, agent, page: '' })}
      />
      <DayField
        label={words.since}
        value={search.from ?? ''}
        onChange={(from) => onSearch({ ...search, from, page: '' })}
      />
      <DayField label={words.upTo} value={search.to ?? ''} onChange={(to) => onSearch({ ...search, to, page: '' })} />
    </>
  );
};
