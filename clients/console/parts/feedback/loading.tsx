import { useEffect, useState, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useFormats, useWords } from '../../words/language.js';
import { Button } from '../controls/button.js';
import { Message, Problem } from './messages.js';

/** True after so many milliseconds. */
const useLater = (ms: number): boolean => {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
};

/** Grey lines after 150 ms, and what is waited for after 2 s; busy from the beginning. */
export const Loading = ({ rows = 6 }: { readonly rows?: number }) => {
  const { parts } = useWords();
  const isSeen = useLater(150);
  const isLong = useLater(2_000);
  if (!isSeen) return <div aria-busy="true" />;
  return (
    <div aria-busy="true" aria-live="polite">
      {isLong ? <p className="muted">{parts.stillLoading}</p> : <span className="sr">{parts.loading}</span>}
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="row">
          <span className="ghost" style={{ width: `${90 - ((index * 17) % 50)}%` }} />
        </div>
      ))}
    </div>
  );
};

/** What was read, once it is there; grey lines before, and why it is not there. What was read before a failure stays. */
export const Loaded = <Data,>({
  query,
  rows,
  children,
}: {
  readonly query: UseQueryResult<Data>;
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}) => {
  const { parts } = useWords();
  const { seconds } = useFormats();
  const retry = (): void => void query.refetch();
  if (query.data === undefined) {
    if (query.error !== null) return <Problem error={query.error} onRetry={retry} />;
    return (
      <>
        {query.failureCount > 1 ? <Message kind="warn">{parts.noAnswer}</Message> : null}
        <Loading {...(rows === undefined ? {} : { rows })} />
      </>
    );
  }
  return (
    <>
      {query.failureCount > 0 && query.fetchStatus !== 'idle' ? (
        <Message
          kind="bad"
          actions={
            <Button small onClick={retry}>
              {parts.tryNow}
            </Button>
          }
        >
          <p>
            <strong>{parts.noAnswer}</strong>
          </p>
          <p>{parts.shownFrom(seconds(new Date(query.dataUpdatedAt).toISOString()))}</p>
        </Message>
      ) : null}
      {query.error === null ? null : <Problem error={query.error} onRetry={retry} />}
      {children(query.data)}
    </>
  );
};
