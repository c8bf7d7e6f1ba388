import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf } from '../../../api/data-of.js';
import { preservation } from '../../api/services.js';
import { History } from '../../parts/history.js';
import { Page, Tabs } from '../../parts/page.js';
import { useWords } from '../../words/language.js';
import { Stream, STREAMS, type StreamName } from './stream.js';

const TABS = ['', ...STREAMS] as const;

/** Who did what on the platform, and the two streams that other systems read. */
export const ActivityPage = () => {
  const { activity: words } = useWords();
  const search = useSearch({ from: '/inside/activity' });
  const navigate = useNavigate();
  const stream: StreamName | '' = STREAMS.find((name) => name === search.stream) ?? '';
  return (
    <Page title={words.title} facts={<span>{stream === '' ? words.what : words.streams[stream]}</span>}>
      <Tabs
        label={words.views}
        current={stream}
        tabs={TABS.map((key) => ({
          key,
          label: words.tabs[key === '' ? 'all' : key],
          link: { to: '/activity', search: key === '' ? {} : { stream: key } },
        }))}
      />
      {stream === '' ? (
        <History
          queryKey={['all']}
          route="/activity"
          isOfMany
          read={(query, signal) => dataOf(preservation.GET('/activity', { params: { query }, signal }))}
          search={search}
          onSearch={(next) => void navigate({ to: '/activity', search: next })}
        />
      ) : (
        <Stream key={stream} name={stream} search={search} />
      )}
    </Page>
  );
};
