import { useState } from 'react';
import { startOfDay } from '../../api/days.js';
import { Button } from '../../parts/controls/button.js';
import { CsvButton } from '../../parts/controls/csv-button.js';
import { switchDensity, useDensity } from '../../parts/density.js';
import { TextField } from '../../parts/controls/field.js';
import { Icon } from '../../parts/icon.js';
import { useKeys } from '../../parts/keys.js';
import { Popover } from '../../parts/controls/popover.js';
import { useFormats, useWords } from '../../words/language.js';
import { ColumnsEditor } from './columns-editor.js';
import { FilterEditor } from './filter-editor.js';
import { FILTERS, filtersIn, listingQuery, type DepositsSearch, type FilterName } from './filters.js';
import { saveView } from './views.js';

interface ToolbarOptions {
  readonly search: DepositsSearch;
  readonly onSearch: (search: DepositsSearch) => void;
}

/** The value of a filter as people say it. */
const useFilterText = (): ((name: FilterName, value: string) => string) => {
  const { deposits: words, states } = useWords();
  const { when } = useFormats();
  return (name, value) => {
    const kind = FILTERS[name];
    if (kind === 'time') return when(startOfDay(value)).replace(/ \d\d:\d\d$/, '');
    if (kind === 'status') return (states.deposit as Partial<Record<string, string>>)[value] ?? value;
    if (kind === 'active') return words.activeValues[value === 'all' ? 'all' : 'false'];
    return kind === 'flag' ? words.flags[value === 'true' ? 'true' : 'false'] : value;
  };
};

const Tokens = ({ search, onSearch }: ToolbarOptions) => {
  const { deposits: words } = useWords();
  const text = useFilterText();
  return filtersIn(search).map((name) => (
    <span key={name} className="token">
      <span>{words.filters[name]}</span>
      <span className="tv">{text(name, search[name] ?? '')}</span>
      <button
        type="button"
        aria-label={words.removeFilter(words.filters[name])}
        onClick={() => onSearch({ ...search, [name]: '', page: '' })}
      >
        <Icon name="x" />
      </button>
    </span>
  ));
};

const SaveView = ({ search }: Pick<ToolbarOptions, 'search'>) => {
  const { deposits: words } = useWords();
  const [name, setName] = useState('');
  const { page: _page, ...kept } = search;
  return (
    <Popover label={words.saveView} button={words.saveView} isQuiet isForm>
      {(close) => (
        <>
          <div className="body">
            <TextField label={words.columns.name} value={name} onChange={setName} hint={words.saveViewHint} />
          </div>
          <footer>
            <span className="grow" />
            <Button
              look="primary"
              why={name.trim() === '' ? words.columns.name : null}
              onClick={() => {
                saveView(name.trim(), kept);
                close();
              }}
            >
              {words.saveTheView}
            </Button>
          </footer>
        </>
      )}
    </Popover>
  );
};

/** All deposits of the listing, whatever the page. */
const csvQuery = (search: DepositsSearch): string =>
  new URLSearchParams(
    Object.entries(listingQuery(search)).map(([name, value]): [string, string] => [name, `${value}`]),
  ).toString();

/** What narrows the listing on the left; what is counted and how it looks on the right. */
export const DepositsToolbar = ({ search, total, onSearch }: ToolbarOptions & { readonly total: number | null }) => {
  const { deposits: words } = useWords();
  const [isOpen, setOpen] = useState(false);
  const density = useDensity();
  useKeys({ f: () => setOpen(true) });
  return (
    <div className="toolbar" role="toolbar" aria-label={words.title}>
      <Popover
        label={words.newFilter}
        button={words.filter}
        icon="filter"
        keyName="F"
        isForm
        isOpen={isOpen}
        onOpenChange={setOpen}
      >
        {(close) => (
          <FilterEditor
            onCancel={close}
            onFilter={(chosen) => {
              onSearch({ ...search, ...chosen, page: '' });
              close();
            }}
          />
        )}
      </Popover>
      <Tokens search={search} onSearch={onSearch} />
      {filtersIn(search).length === 0 && search.columns === undefined ? null : <SaveView search={search} />}
      <span className="grow" />
      <span className="soft wide">{total === null ? null : words.total(total)}</span>
      <span className="wide">
        <ColumnsEditor search={search} onSearch={onSearch} />
      </span>
      <span className="wide">
        <Button
          small
          look="quiet"
          icon="dense"
          aria-label={words.rowHeight[density]}
          title={words.rowHeight[density]}
          onClick={switchDensity}
        />
      </span>
      <CsvButton small isQuiet route={`/deposits?${csvQuery(search)}`} name="deposits.csv" />
    </div>
  );
};
