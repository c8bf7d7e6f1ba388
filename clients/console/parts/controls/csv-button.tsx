import { useMutation } from '@tanstack/react-query';
import { saveCsv } from '../../api/downloads.js';
import { useWords } from '../../words/language.js';
import { Button } from './button.js';
import { Problem } from '../feedback/messages.js';

/** Saves all that a listing has as comma-separated values; `route` is that of the listing with its query. */
export const CsvButton = ({
  route,
  name,
  small = false,
  isQuiet = false,
  children,
}: {
  readonly route: string;
  readonly name: string;
  readonly small?: boolean;
  readonly isQuiet?: boolean;
  readonly children?: string;
}) => {
  const { parts } = useWords();
  const csv = useMutation({ mutationFn: () => saveCsv(route, name) });
  return (
    <>
      <Button
        icon="save"
        look={isQuiet ? 'quiet' : 'ordinary'}
        small={small}
        busy={csv.isPending ? parts.makingCsv : null}
        onClick={() => csv.mutate()}
      >
        {children ?? 'CSV'}
      </Button>
      {csv.error === null ? null : <Problem error={csv.error} onRetry={() => csv.mutate()} />}
    </>
  );
};
