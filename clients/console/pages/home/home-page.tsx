import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/data-of.js';
import { readChildren } from '../../api/repository.js';
import { preservation } from '../../api/services.js';
import { ButtonLink } from '../../parts/controls/button.js';
import { Loading } from '../../parts/feedback/loading.js';
import { Problem } from '../../parts/feedback/messages.js';
import { Page } from '../../parts/page.js';
import { useFormats, useWords } from '../../words/language.js';
import { FirstRun } from './first-run.js';
import { Needs, useNeeds } from './needs.js';
import { NewVersions, useMadeSinceYesterday } from './new-versions.js';
import { Running, useRunning } from './running.js';
import { Health, Space } from './space-and-health.js';

/** Whether nothing has ever been put here: neither anything in the repository nor a deposit. */
const useIsFirstRun = () =>
  useQuery({
    queryKey: ['deposits', 'first-run'],
    queryFn: async ({ signal }) => {
      const { children } = await readChildren('', { limit: 1 }, signal);
      if (children.length > 0) return false;
      const query = { showAll: true, pageSize: 1 };
      const { total } = await dataOf(preservation.GET('/deposits', { params: { query }, signal }));
      return total === 0;
    },
  });

const Overview = () => {
  const { home: words } = useWords();
  const { day } = useFormats();
  const needs = useNeeds();
  const running = useRunning();
  const made = useMadeSinceYesterday();
  const begun = running.data?.jobs.filter(({ state }) => state === 'running').length ?? 0;
  return (
    <Page
      title={day(new Date())}
      facts={<span>{words.summary(needs.count, begun, made ?? 0)}</span>}
      actions={
        <ButtonLink look="primary" icon="plus" to="/deposits/new">
          {words.newDeposit}
        </ButtonLink>
      }
    >
      <div className="home">
        <div>
          <Needs needs={needs} />
          <Running query={running} />
        </div>
        <div className="sidebar">
          <NewVersions />
          <Space />
          <Health />
        </div>
      </div>
    </Page>
  );
};

/** What needs attention today; where nothing was put yet, how to begin. */
export const HomePage = () => {
  const { data, error } = useIsFirstRun();
  if (error !== null)
    return (
      <main id="main">
        <Problem error={error} />
      </main>
    );
  if (data === undefined)
    return (
      <main id="main">
        <Loading />
      </main>
    );
  return data ? <FirstRun /> : <Overview />;
};
