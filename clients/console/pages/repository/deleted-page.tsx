import { lastName, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { Button } from '../../parts/controls/button.js';
import { Message, Problem } from '../../parts/feedback/messages.js';
import { Page } from '../../parts/page.js';
import { useToast } from '../../parts/feedback/toasts.js';
import { useWords } from '../../words/language.js';
import { crumbsAbove } from '../../parts/repository-crumbs.js';
import { useDeletion, useGoToParent } from './container/delete-container.js';
import { PlaceHistory } from './place-history.js';

/** The address of a container that was deleted: it can be freed. */
export const DeletedPage = ({ path }: { readonly path: RepositoryPath }) => {
  const { repository: words } = useWords();
  const tell = useToast();
  const goToParent = useGoToParent(path);
  const free = useDeletion(path, () => {
    tell(words.addressFreed(path));
    return goToParent();
  });
  return (
    <Page title={lastName(path)} crumbs={[...crumbsAbove(path, words.title), { label: lastName(path) }]}>
      <Message
        kind="info"
        actions={
          <Button small busy={free.isPending ? words.freeing : null} onClick={() => free.mutate(true)}>
            {words.freeIt}
          </Button>
        }
      >
        <p>
          <strong>{words.wasDeleted}</strong>
        </p>
        <p>{words.wasDeletedWhy}</p>
      </Message>
      {free.error === null ? null : <Problem error={free.error} />}
      <PlaceHistory path={path} />
    </Page>
  );
};
