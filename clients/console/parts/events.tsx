import { Link } from '@tanstack/react-router';
import { actsOf, type HistoryEntry } from '../api/history.js';
import { idOf, pathOf } from '../api/identifiers.js';
import { useFormats, useWords } from '../words/language.js';
import { Shape, type MarkShape } from './marks.js';

/** How a history is told: one line for all that a request caused, or every event. */
export type Telling = 'act' | 'event';

interface Sentenced {
  readonly text: string;
  readonly links: HistoryEntry['links'];
}

/** A sentence of the platform, in which the jobs and deposits that it names are links. */
const Sentence = ({ text, links: [first, ...others] }: Sentenced) => {
  if (first === undefined) return text;
  const [before = '', ...after] = text.split(first.text);
  const id = idOf(first.uri);
  return (
    <>
      <Sentence text={before} links={others} />
      {first.uri.includes('/deposits/') ? (
        <Link to="/deposits/$deposit" params={{ deposit: id }}>
          {first.text}
        </Link>
      ) : (
        <Link to="/jobs/$job" params={{ job: id }}>
          {first.text}
        </Link>
      )}
      <Sentence text={after.join(first.text)} links={others} />
    </>
  );
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

/** The deposit, container or archival group to which it happened. */
const Subject = ({ of }: Pick<HistoryEntry, 'of'>) => {
  const { events: words } = useWords();
  if (of.includes('/deposits/')) {
    return (
      <Link className="soft" to="/deposits/$deposit" params={{ deposit: idOf(of) }}>
        {words.deposit(idOf(of))}
      </Link>
    );
  }
  const path = pathOf(of);
  return (
    <Link className="soft" to="/repository/$" params={{ _splat: path }}>
      {path === '' ? words.root : path}
    </Link>
  );
};

interface Told {
  readonly entries: readonly HistoryEntry[];
  /** Whether the entries are of many things, and each is named. */
  readonly isOfMany: boolean;
}

const Acts = ({ entries, isOfMany }: Told) => {
  const { events: words } = useWords();
  return (
    <ul>
      {actsOf(entries).map(({ key, told, entries: caused }) => (
        <li key={key} className="act">
          <Clock at={told.at} />
          <span className="a">{idOf(told.agent)}</span>
          <div>
            <Sentence text={withoutAgent(told)} links={told.links} />
            {caused.length === 1 ? null : (
              <details>
                <summary className="soft">{words.caused(caused.length)}</summary>
                <ul>
                  {caused.toReversed().map((entry) => (
                    <li key={entry.id}>
                      <Clock at={entry.at} /> <Sentence text={entry.sentence} links={entry.links} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          {isOfMany ? (
            <span>
              <Subject of={told.of} />
            </span>
          ) : null}
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

const Each = ({ entries, isOfMany }: Told) =>
  entries.map(({ id, type, at, agent, of, sentence, links }) => {
    const { shape, look } = shapeOf(type);
    return (
      <div key={id} className={`ev ${look}`} title={type}>
        <Shape shape={shape} />
        <Clock at={at} />
        <div>
          <div className="told">
            <Sentence text={sentence} links={links} />
          </div>
          <p>
            {idOf(agent)}
            {isOfMany ? (
              <>
                {' · '}
                <Subject of={of} />
              </>
            ) : null}
          </p>
        </div>
      </div>
    );
  });

/** Events of one or several histories, newest first, under the days on which they happened in the reader's zone. */
export const Events = ({
  entries,
  isOfMany = false,
  telling,
}: Partial<Told> & { readonly entries: Told['entries']; readonly telling: Telling }) => {
  const { weekday, date } = useFormats();
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
        {weekday(ofDay[0]?.at ?? '')} <span className="muted">{date(ofDay[0]?.at ?? '')}</span>
      </h2>
      {telling === 'act' ? <Acts entries={ofDay} isOfMany={isOfMany} /> : <Each entries={ofDay} isOfMany={isOfMany} />}
    </section>
  ));
};
