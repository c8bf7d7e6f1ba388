import type { ErrorComponentProps } from '@tanstack/react-router';
import { ButtonLink } from '../parts/button.js';
import { Empty, Problem } from '../parts/messages.js';
import { useWords } from '../words/language.js';

/** The page for an address that is no page. */
export const NoSuchPage = () => {
  const { frame } = useWords();
  return (
    <main id="main">
      <Empty title={frame.notFound} actions={<ButtonLink to="/">{frame.goHome}</ButtonLink>}>
        <p>{frame.notFoundWhy}</p>
      </Empty>
    </main>
  );
};

/** A page that failed while it was drawn. */
export const FailedPage = ({ error, reset }: ErrorComponentProps) => {
  const { frame } = useWords();
  return (
    <main id="main">
      <h1>{frame.failed}</h1>
      <Problem error={error} onRetry={reset} />
    </main>
  );
};
