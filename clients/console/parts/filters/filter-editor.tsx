import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../words/language.js';
import { Button } from '../controls/button.js';
import { SelectField, TextField } from '../controls/field.js';
import type { FilterField, FilterProperty, Filters, FilterTexts } from './filter-fields.js';

const ValueField = <Name extends string>({
  field,
  value,
  onChange,
}: {
  readonly field: FilterField<Name>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { label, hint } = field;
  if (field.value === 'day') return <TextField type="date" {...{ label, hint, value, onChange }} />;
  if (field.value === 'text') return <TextField {...{ label, hint, value, onChange }} />;
  return <SelectField options={[{ value: '', label: '' }, ...field.value]} {...{ label, hint, value, onChange }} />;
};

/** What there is to filter by; the one that is chosen is marked. */
const Properties = <Name extends string>({
  properties,
  chosen,
  onChoose,
}: {
  readonly properties: readonly FilterProperty<Name>[];
  readonly chosen: FilterProperty<Name>;
  readonly onChoose: (property: FilterProperty<Name>) => void;
}) => {
  const { parts } = useWords();
  return (
    <ul className="pick" aria-label={parts.filterBy}>
      {properties.map((each) => (
        <li key={each.key}>
          <button
            type="button"
            className="mi"
            aria-current={each.key === chosen.key ? 'true' : undefined}
            onClick={() => onChoose(each)}
          >
            <span>{each.label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
};

/** The value of a property, or the days between which something happened, of which one is enough. */
const Values = <Name extends string>({
  property: { fields },
  entered,
  onEnter,
}: {
  readonly property: FilterProperty<Name>;
  readonly entered: FilterTexts<Name>;
  readonly onEnter: (entered: FilterTexts<Name>) => void;
}) => {
  const { parts } = useWords();
  return (
    <>
      <div className={fields.length > 1 ? 'pair' : ''}>
        {fields.map((field) => (
          <ValueField
            key={field.name}
            field={field}
            value={entered[field.name] ?? ''}
            onChange={(value) => onEnter({ ...entered, [field.name]: value })}
          />
        ))}
      </div>
      {fields.some(({ value }) => value === 'day') ? (
        <p className="sub">{parts.ownDays(Intl.DateTimeFormat().resolvedOptions().timeZone)}</p>
      ) : null}
    </>
  );
};

/** Makes a filter: the property on the left, its value on the right; says how many the listing would show with it. */
export const FilterEditor = <Name extends string>({
  filters: { properties, count, totalText },
  texts,
  onFilter,
  onCancel,
}: {
  readonly filters: Filters<Name>;
  /** The filters that there are. */
  readonly texts: FilterTexts<Name>;
  readonly onFilter: (chosen: FilterTexts<Name>) => void;
  readonly onCancel: () => void;
}) => {
  const { parts } = useWords();
  const [property, setProperty] = useState(properties[0]);
  const [entered, enter] = useState({} as FilterTexts<Name>);
  const chosen = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== '')) as FilterTexts<Name>;
  const isNothing = Object.keys(chosen).length === 0;
  const { data } = useQuery({ ...count({ ...texts, ...chosen }), enabled: !isNothing });
  if (property === undefined) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isNothing) onFilter(chosen);
      }}
    >
      <div className="two-col">
        <Properties
          properties={properties}
          chosen={property}
          onChoose={(each) => {
            setProperty(each);
            enter({} as FilterTexts<Name>);
          }}
        />
        <div className="body">
          <Values key={property.key} property={property} entered={entered} onEnter={enter} />
        </div>
      </div>
      <footer>
        <span className="soft">{data === undefined || isNothing ? null : totalText(data.total)}</span>
        <span className="grow" />
        <Button onClick={onCancel}>{parts.cancel}</Button>
        <Button type="submit" look="primary" why={isNothing ? parts.chooseValue : null}>
          {parts.showThem}
        </Button>
      </footer>
    </form>
  );
};
