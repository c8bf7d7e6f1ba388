import { useQueries } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';
import { useSession } from '../../api/session.js';
import { Tabs } from '../../parts/page.js';
import { useFormats, useWords } from '../../words/language.js';
import { listingQuery, type DepositsSearch } from './filters.js';
import { commonViews, savedViews, shows } from './views.js';

export interface ViewTabsOptions {
  readonly search: DepositsSearch;
  /** Whether deposits are there to be looked at: the views are counted after that, which may take longer. */
  readonly isShown: boolean;
}

/** The views of the listing, each with its count: those that everybody has, and those saved in this browser. */
export const ViewTabs = ({ search, isShown }: ViewTabsOptions) => {
  const { deposits: words } = useWords();
  const { count } = useFormats();
  const { agent } = useSession();
  const common = commonViews(agent, new Date());
  const views = [...common, ...savedViews()];
  const totals = useQueries({
    queries: views.map((view) => {
      const query = { ...listingQuery(view.search), pageSize: 1 };
      return {
        queryKey: ['deposits', 'count', query],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          dataOf(preservation.GET('/deposits', { params: { query }, signal })),
        enabled: isShown,
      };
    }),
  });
  return (
    <Tabs
      label={words.viewsLabel}
      current={views.find((view) => shows(search, view))?.key ?? ''}
      tabs={views.map((view, index) => {
        const total = totals[index]?.data?.total;
        return {
          key: view.key,
          label: (words.views as Partial<Record<string, string>>)[index < common.length ? view.key : ''] ?? view.key,
          count: total === undefined ? null : count(total),
          link: { to: '/deposits', search: view.search },
        };
      })}
    />
  );
};
