import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';
import { useAgents } from '../../api/agents.js';
import { Button } from '../../parts/button.js';
import { SelectField, TextField } from '../../parts/field.js';
import { useWords } from '../../words/language.js';
import { FILTER_NAMES, FILTERS, listingQuery, type DepositsSearch, type FilterName } from './filters.js';

const STATUSES = ['new', 'exporting', 'preserved', 'error', 'archived'] as const;

const ValueField = ({
  name,
  value,
  onChange,
}: {
  readonly name: FilterName;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { deposits: words, states } = useWords();
  const agents = useAgents();
  const label = words.filters[name];
  const kind = FILTERS[name];
  if (kind === 'time') return <TextField label={label} type="date" value={value} onChange={onChange} />;
  if (kind === 'path')
    return (
      <TextField
        label={label}
        hint={words.pathHint[name === 'under' ? 'under' : 'group']}
        value={value}
        onChange={onChange}
      />
    );
  const options = {
    agent: agents.map((each) => ({ value: each, label: each })),
    status: STATUSES.map((each) => ({ value: each, label: states.deposit[each] })),
    active: (['all', 'false'] as const).map((each) => ({ value: each, label: words.activeValues[each] })),
    flag: (['true', 'false'] as const).map((each) => ({ value: each, label: words.flags[each] })),
  }[kind];
  return (
    <SelectField label={label} value={value} options={[{ value: '', label: '' }, ...options]} onChange={onChange} />
  );
};

/** Makes one filter: the property on the left, its value on the right; says how many deposits it would show. */
export const FilterEditor = ({
  onFilter,
  onCancel,
}: {
  readonly onFilter: (chosen: DepositsSearch) => void;
  readonly onCancel: () => void;
}) => {
  const { deposits: words, parts } = useWords();
  const [name, setName] = useState<FilterName>('status');
  const [value, setValue] = useState('');
  const chosen: DepositsSearch = { [name]: value };
  const { data } = useQuery({
    queryKey: ['deposits', 'count', listingQuery(chosen)],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/deposits', { params: { query: { ...listingQuery(chosen), pageSize: 1 } }, signal })),
    enabled: value !== '',
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== '') onFilter(chosen);
      }}
    >
      <div className="two-col">
        <ul className="pick" aria-label={words.filterBy}>
          {FILTER_NAMES.map((each) => (
            <li key={each}>
              <button
                type="button"
                className="mi"
                aria-current={each === name ? 'true' : undefined}
                onClick={() => {
                  setName(each);
                  setValue('');
                }}
              >
                <span>{words.filters[each]}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className="body">
          <ValueField key={name} name={name} value={value} onChange={setValue} />
        </div>
      </div>
      <footer>
        <span className="soft">{data === undefined || value === '' ? null : words.total(data.total)}</span>
        <span className="grow" />
        <Button onClick={onCancel}>{parts.cancel}</Button>
        <Button type="submit" look="primary" why={value === '' ? words.chooseValue : null}>
          {words.showThem}
        </Button>
      </footer>
    </form>
  );
};
