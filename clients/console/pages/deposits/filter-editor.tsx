import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';
import { useAgents } from '../../api/agents.js';
import { Button } from '../../parts/controls/button.js';
import { SelectField, TextField } from '../../parts/controls/field.js';
import { useWords } from '../../words/language.js';
import {
  FILTER_NAMES,
  FILTERS,
  filtersIn,
  listingQuery,
  SPANS,
  type DepositsSearch,
  type FilterName,
  type SpanName,
} from './filters.js';

/** What is filtered by: times by spans of days, all else by the filter of this name. */
type Property = FilterName | SpanName;

const isSpan = (property: Property): property is SpanName => property in SPANS;
const PROPERTIES: readonly Property[] = FILTER_NAMES.flatMap((name): readonly Property[] => {
  if (FILTERS[name] !== 'time') return [name];
  return (Object.keys(SPANS) as SpanName[]).filter((span) => SPANS[span].since === name);
});

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

/** The days between which something happened, of which one is enough. */
const SpanFields = ({
  span,
  chosen,
  onChoose,
}: {
  readonly span: SpanName;
  readonly chosen: DepositsSearch;
  readonly onChoose: (chosen: DepositsSearch) => void;
}) => {
  const { deposits: words } = useWords();
  const { since, before } = SPANS[span];
  return (
    <>
      <div className="pair">
        {[since, before].map((name) => (
          <ValueField
            key={name}
            name={name}
            value={chosen[name] ?? ''}
            onChange={(value) => onChoose({ ...chosen, [name]: value })}
          />
        ))}
      </div>
      <p className="sub">{words.ownDays(Intl.DateTimeFormat().resolvedOptions().timeZone)}</p>
    </>
  );
};

/** What there is to filter by; the one that is chosen is marked. */
const Properties = ({
  chosen,
  onChoose,
}: {
  readonly chosen: Property;
  readonly onChoose: (property: Property) => void;
}) => {
  const { deposits: words } = useWords();
  return (
    <ul className="pick" aria-label={words.filterBy}>
      {PROPERTIES.map((each) => (
        <li key={each}>
          <button
            type="button"
            className="mi"
            aria-current={each === chosen ? 'true' : undefined}
            onClick={() => onChoose(each)}
          >
            <span>{isSpan(each) ? words.columns[SPANS[each].column] : words.filters[each]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Makes a filter: the property on the left, its value on the right; says how many deposits it would show. */
export const FilterEditor = ({
  onFilter,
  onCancel,
}: {
  readonly onFilter: (chosen: DepositsSearch) => void;
  readonly onCancel: () => void;
}) => {
  const { deposits: words, parts } = useWords();
  const [property, setProperty] = useState<Property>('status');
  const [entered, enter] = useState<DepositsSearch>({});
  const chosen = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== '')) as DepositsSearch;
  const isNothing = filtersIn(chosen).length === 0;
  const { data } = useQuery({
    queryKey: ['deposits', 'count', listingQuery(chosen)],
    queryFn: ({ signal }) =>
      dataOf(preservation.GET('/deposits', { params: { query: { ...listingQuery(chosen), pageSize: 1 } }, signal })),
    enabled: !isNothing,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNothing) onFilter(chosen);
      }}
    >
      <div className="two-col">
        <Properties
          chosen={property}
          onChoose={(each) => {
            setProperty(each);
            enter({});
          }}
        />
        <div className="body">
          {isSpan(property) ? (
            <SpanFields key={property} span={property} chosen={entered} onChoose={enter} />
          ) : (
            <ValueField
              key={property}
              name={property}
              value={entered[property] ?? ''}
              onChange={(value) => enter({ [property]: value })}
            />
          )}
        </div>
      </div>
      <footer>
        <span className="soft">{data === undefined || isNothing ? null : words.total(data.total)}</span>
        <span className="grow" />
        <Button onClick={onCancel}>{parts.cancel}</Button>
        <Button type="submit" look="primary" why={isNothing ? words.chooseValue : null}>
          {words.showThem}
        </Button>
      </footer>
    </form>
  );
};
