import { idOf, pathOf } from '../../api/identifiers.js';
import type { Job } from '../../api/jobs.js';
import { useWords } from '../../words/language.js';

/** What a job is about, as people say it: the name of its group, else the deposit, else everything. */
export const useJobName = (): ((
  job: Pick<Job, 'kind' | 'archivalGroupName' | 'archivalGroup' | 'deposit'>,
) => string) => {
  const { jobs: words } = useWords();
  return ({ kind, archivalGroupName, archivalGroup, deposit }) => {
    if (archivalGroupName !== null) return archivalGroupName;
    if (archivalGroup !== null) return pathOf(archivalGroup);
    if (deposit !== null) return words.noName(idOf(deposit));
    return kind === 'rebuild' ? words.allViews : words.wholeRepository;
  };
};
