import { useState } from 'react';
import { startOfDay } from '../../api/days.js';
import { useFormats, useWords } from '../../words/language.js';
import { Popover } from '../controls/popover.js';
import { Icon } from '../icon.js';
import { useKeys } from '../keys.js';
import { FilterEditor } from './filter-editor.js';
import type { FilterField, Filters, FilterTexts } from './filter-fields.js';

interface BarOptions<Name extends string> {
  readonly filters: Filters<Name>;
  readonly texts: FilterTexts<Name>;
  /** Given the filters that change; an empty one is taken away. */
  readonly onChange: (changed: FilterTexts<Name>) => void;
}

/** The value of a filter as people say it; several are separated by commas. */
const useSaid = <Name extends string>(): ((field: FilterField<Name>, text: string) => string) => {
  const { when } = useFormats();
  return ({ value }, text) => {
    if (value === 'day') return when(startOfDay(text)).replace(/ \d\d:\d\d$/, '');
    if (value === 'text') return text;
    const labelOf = (each: string): string => value.find((option) => option.value === each)?.label ?? each;
    return text.split(',').map(labelOf).join(', ');
  };
};

const Tokens = <Name extends string>({ filters, texts, onChange }: BarOptions<Name>) => {
  const { parts } = useWords();
  const said = useSaid<Name>();
  return filters.properties
    .flatMap(({ fields }) => fields)
    .map((field) => {
      const { name, label } = field;
      const text = texts[name];
      if (text === undefined) return null;
      return (
        <span key={name} className="token">
          <span>{label}</span>
          <span className="tv">{said(field, text)}</span>
          <button
            type="button"
            aria-label={parts.removeFilter(label)}
            onClick={() => onChange({ [name]: '' } as FilterTexts<Name>)}
          >
            <Icon name="x" />
          </button>
        </span>
      );
    });
};

/** What narrows a listing: the editor that makes a filter, and those that there are, each to be taken away. */
export const FilterBar = <Name extends string>(options: BarOptions<Name>) => {
  const { filters, texts, onChange } = options;
  const { parts } = useWords();
  const [isOpen, setOpen] = useState(false);
  useKeys({ f: () => setOpen(true) });
  return (
    <>
      <Popover
        label={parts.newFilter}
        button={parts.filter}
        icon="filter"
        keyName="F"
        isForm
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {(close) => (
          <FilterEditor
            filters={filters}
            texts={texts}
            onCancel={close}
            onFilter={(chosen) => {
              onChange(chosen);
              close();
            }}
          />
        )}
      </Popover>
      <Tokens {...options} />
    </>
  );
};
