import type { ErrorComponentProps } from '@tanstack/react-router';
import { ButtonLink } from '../parts/controls/button.js';
import { Problem } from '../parts/feedback/messages.js';
import { Page } from '../parts/page.js';
import { useWords } from '../words/language.js';

/** The page for an address that is no page. */
export const NoSuchPage = () => {
  const { frame } = useWords();
  return (
    <Page title={frame.notFound} actions={<ButtonLink to="/">{frame.goHome}</ButtonLink>}>
      <p className="soft">{frame.notFoundWhy}</p>
    </Page>
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
