import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { dataOf } from '../../../../api/data-of.js';
import { escapePath, slugViolation, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { readRepositoryAgain, refusalCode } from '../../../api/repository.js';
import { preservation } from '../../../api/services.js';
import { Button } from '../../../parts/controls/button.js';
import { Dialog } from '../../../parts/controls/dialog.js';
import { TextField } from '../../../parts/controls/field.js';
import { Problem } from '../../../parts/feedback/messages.js';
import { slugOf } from '../../../parts/slug.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useWords } from '../../../words/language.js';

/** What is wrong with the last part of an address: as it is typed, or as the platform says. */
const useSlugFault = (path: RepositoryPath, slug: string, error: unknown) => {
  const { repository: words } = useWords();
  if (slug !== '' && slugViolation(slug) !== null) return words.slugWrong(slugOf(slug));
  const wrong = words.containerRefusals[refusalCode(error) ?? ''];
  return wrong === undefined ? null : wrong(path, `${slug}-2`);
};

const NewContainerDialog = ({
  path,
  name: above,
  onClose,
}: {
  readonly path: RepositoryPath;
  readonly name: string;
  readonly onClose: () => void;
}) => {
  const { repository: words } = useWords();
  const tell = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const slug = typed ?? slugOf(name);
  const whole = path === '' ? slug : `${path}/${slug}`;
  const create = useMutation({
    mutationFn: () =>
      dataOf(
        preservation.PUT('/repository/{path}', {
          params: { path: { path: escapePath(whole) }, header: { 'Idempotency-Key': crypto.randomUUID() } },
          body: name.trim() === '' ? {} : { name: name.trim() },
        }),
      ),
    onSuccess: async () => {
      await readRepositoryAgain(client);
      tell(words.containerMade(name.trim() === '' ? slug : name.trim()), {
        label: words.openIt,
        undo: () => void navigate({ to: '/repository/$', params: { _splat: whole } }),
      });
      onClose();
    },
  });
  const fault = useSlugFault(whole, slug, create.error);
  const isTyped = slug !== '' && slugViolation(slug) === null;
  return (
    <Dialog
      title={path === '' ? words.newContainerAtTop : words.newContainerIn(above)}
      isOpen
      onClose={onClose}
      action={words.createContainer}
      busy={create.isPending ? words.creatingContainer : null}
      why={isTyped ? null : words.slugMissing}
      onAct={() => create.mutate()}
    >
      <TextField label={words.name} value={name} onChange={setName} autoFocus />
      <TextField
        label={words.slug}
        hint={whole === '' || slug === '' ? words.slugHint : words.address(whole)}
        wrong={fault}
        isRefused={create.error !== null}
        value={slug}
        onChange={(next) => {
          setTyped(next);
          create.reset();
        }}
      />
      {create.error === null || fault !== null ? null : <Problem error={create.error} />}
      <p className="soft">{words.addressStays}</p>
    </Dialog>
  );
};

/** Makes a container in another one. */
export const NewContainer = ({ path, name }: { readonly path: RepositoryPath; readonly name: string }) => {
  const { repository: words } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.newContainer}</Button>
      {isOpen ? <NewContainerDialog path={path} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
};
