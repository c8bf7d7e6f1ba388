import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { actsOf, cursorIn, type HistoryEntry, type HistoryPage } from '../api/history.js';
import { idOf } from '../api/identifiers.js';
import { useFormats, useWords } from '../words/language.js';
import { Button, Switch } from './button.js';
import { Loaded } from './loading.js';
import { Shape, type MarkShape } from './marks.js';
import { Empty } from './messages.js';

/** How a history is told: one line for all that a request caused, or every event. */
export type Telling = 'act' | 'event';

const LINKED = /((?:import job|archive job|pipeline run|export|job|deposit) )([a-hjkmnp-z][2-9a-hjkmnp-z]{11})\b/gi;

/** A sentence of the platform, in which the jobs and deposits that it names are links. */
const Sentence = ({ children }: { readonly children: string }) => {
  const parts = children.split(LINKED);
  return parts.map((text, index) => {
    if (index % 3 !== 2) return text;
    const key = `${index} ${text}`;
    return /deposit /i.test(parts[index - 1] ?? '') ? (
      <Link key={key} to="/deposits/$deposit" params={{ deposit: text }}>
        {text}
      </Link>
    ) : (
      <Link key={key} to="/jobs/$job" params={{ job: text }}>
        {text}
      </Link>
    );
  });
};

/** The agent stands before the sentence: it is not said twice. */
const withoutAgent = ({ agent, sentence }: HistoryEntry): string => {
  const name = `${idOf(agent)} `;
  return sentence.startsWith(name) ? sentence.slice(name.length) : sentence;
};

const Clock = ({ at }: { readonly at: string }) => {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.exact(at)}>
      {formats.seconds(at)}
    </time>
  );
};

const Acts = ({ entries }: { readonly entries: readonly HistoryEntry[] }) => {
  const { events: words } = useWords();
  return (
    <ul>
      {actsOf(entries).map(({ key, told, entries: caused }) => (
        <li key={key} className="act">
          <Clock at={told.at} />
          <span className="a">{idOf(told.agent)}</span>
          <div>
            <Sentence>{withoutAgent(told)}</Sentence>
            {caused.length === 1 ? null : (
              <details>
                <summary className="soft">{words.caused(caused.length)}</summary>
                <ul>
                  {caused.toReversed().map((entry) => (
                    <li key={entry.id}>
                      <Clock at={entry.at} /> <Sentence>{entry.sentence}</Sentence>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
};

const shapeOf = (type: string): { readonly shape: MarkShape; readonly look: string } => {
  if (/(Failed|Abandoned|Declined)$/.test(type)) return { shape: 'fail', look: 'bad' };
  if (/(Completed|Published|Preserved|Verified|Archived|Finished)$/.test(type)) return { shape: 'ok', look: 'ok' };
  return { shape: 'dot', look: '' };
};

const Each = ({ entries }: { readonly entries: readonly HistoryEntry[] }) =>
  entries.map(({ id, type, at, agent, sentence }) => {
    const { shape, look } = shapeOf(type);
    return (
      <div key={id} className={`ev ${look}`} title={type}>
        <Shape shape={shape} />
        <Clock at={at} />
        <div>
          <div className="told">
            <Sentence>{sentence}</Sentence>
          </div>
          <p>{idOf(agent)}</p>
        </div>
      </div>
    );
  });

/** Events of one or several histories, newest first, under the days on which they happened in the reader's zone. */
export const Events = ({
  entries,
  telling,
}: {
  readonly entries: readonly HistoryEntry[];
  readonly telling: Telling;
}) => {
  const { day } = useFormats();
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const key = new Date(entry.at).toDateString();
    const ofDay = days.get(key);
    if (ofDay === undefined) days.set(key, [entry]);
    else ofDay.push(entry);
  }
  return [...days].map(([key, ofDay]) => (
    <section key={key}>
      <h2 className="day">
        {day(ofDay[0]?.at ?? '')} <span className="muted">{new Date(key).getFullYear()}</span>
      </h2>
      {telling === 'act' ? <Acts entries={ofDay} /> : <Each entries={ofDay} />}
    </section>
  ));
};

/** Whether acts are told, or every event. */
export const TellingSwitch = ({
  telling,
  onTelling,
}: {
  readonly telling: Telling;
  readonly onTelling: (telling: Telling) => void;
}) => {
  const { events: words } = useWords();
  const options = [
    { value: 'act', label: words.byAct },
    { value: 'event', label: words.everyEvent },
  ] as const;
  return <Switch label={words.howMuch} value={telling} options={options} onChange={onTelling} />;
};

/** Events that are asked for at once. */
const PAGE = 50;

/** A history, fifty events at a time: the switch, the events, and the older ones. */
export const History = ({
  queryKey,
  read,
  telling,
  onTelling,
}: {
  readonly queryKey: readonly unknown[];
  readonly read: (
    page: { readonly cursor?: string; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<HistoryPage>;
  readonly telling: Telling;
  readonly onTelling: (telling: Telling) => void;
}) => {
  const { events: words, parts } = useWords();
  const query = useInfiniteQuery({
    queryKey: ['history', ...queryKey],
    queryFn: ({ pageParam, signal }) =>
      read({ limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorIn(next),
  });
  return (
    <>
      <div className="toolbar">
        <TellingSwitch telling={telling} onTelling={onTelling} />
        <span className="grow" />
        <span className="soft wide">{words.newestFirst}</span>
      </div>
      <Loaded query={query}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? <Empty title={words.none} /> : <Events entries={entries} telling={telling} />;
        }}
      </Loaded>
      {query.hasNextPage ? (
        <div className="pager">
          <Button
            small
            busy={query.isFetchingNextPage ? parts.loading : null}
            onClick={() => void query.fetchNextPage()}
          >
            {words.older}
          </Button>
        </div>
      ) : null}
    </>
  );
};
