import { useState } from 'react';
import { Button } from '../../parts/controls/button.js';
import { CsvButton } from '../../parts/controls/csv-button.js';
import { switchDensity, useDensity } from '../../parts/density.js';
import { TextField } from '../../parts/controls/field.js';
import { FilterBar } from '../../parts/filters/filter-bar.js';
import { Popover } from '../../parts/controls/popover.js';
import { useWords } from '../../words/language.js';
import { ColumnsEditor } from './columns-editor.js';
import { useDepositFilters } from './deposit-filters.js';
import { filtersIn, filterTexts, listingQuery, type DepositsSearch } from './filters.js';
import { saveView } from './views.js';

interface ToolbarOptions {
  readonly search: DepositsSearch;
  readonly onSearch: (search: DepositsSearch) => void;
}

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
  const density = useDensity();
  return (
    <div className="toolbar" role="toolbar" aria-label={words.title}>
      <FilterBar
        filters={useDepositFilters()}
        texts={filterTexts(search)}
        onChange={(changed) => onSearch({ ...search, ...changed, page: '' })}
      />
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
