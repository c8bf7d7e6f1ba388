import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { escapePath, lastName, type RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { contentAddress, save, type ArchiveForm } from '../../api/downloads.js';
import { useSession } from '../../api/session.js';
import type { VersionFolder } from '../../api/versions.js';
import { Menu } from '../../parts/controls/menu.js';
import { Problem } from '../../parts/messages.js';
import { useToast } from '../../parts/toasts.js';
import { useFormats, useWords } from '../../words/language.js';
import { saveFileList } from './file-list.js';

/** What else can be done with a version of an archival group. */
export const GroupMenu = ({
  path,
  label,
  version,
}: {
  readonly path: RepositoryPath;
  readonly label: string;
  readonly version: VersionFolder;
}) => {
  const { repository: words, parts } = useWords();
  const { bytes } = useFormats();
  const { services } = useSession();
  const navigate = useNavigate();
  const tell = useToast();
  const { files, bytes: size } = version.folder;
  const list = useMutation({ mutationFn: () => saveFileList(path, label) });
  const copy = (text: string) => () => void navigator.clipboard.writeText(text).then(() => tell(parts.copied));
  const download = (as: ArchiveForm) => () => save(contentAddress(path, { version: label, as }));
  const show = (search: Record<string, string>) => () =>
    void navigate({ to: '/repository/$', params: { _splat: path }, search });
  const before = Number(label.slice(1)) - 1;
  const compared = before < 1 ? null : `v${before}..${label}`;
  const howMuch = `${parts.files(files)}, ${bytes(size)}`;
  const escaped = escapePath(path);
  return (
    <>
      <Menu
        label={words.moreOfGroup}
        groups={[
          [
            {
              key: 'deposit',
              label: words.newDepositFrom(label),
              onChoose: () => void navigate({ to: '/deposits/new', search: { from: `${path}@${label}` } }),
            },
            {
              key: 'compare',
              label: words.compareTwo,
              keyName: 'C',
              why: compared === null ? words.onlyOneVersion : null,
              onChoose: show({ compare: compared ?? '' }),
            },
          ],
          [
            { key: 'zip', label: words.downloadAs.zip(label), below: howMuch, onChoose: download('zip') },
            {
              key: 'bag',
              label: words.downloadAs.bag(label),
              below: words.bagWhat(howMuch),
              onChoose: download('bag'),
            },
            { key: 'tar', label: words.downloadAs.tar(label), below: howMuch, onChoose: download('tar') },
            { key: 'csv', label: words.listAsCsv, onChoose: () => list.mutate() },
          ],
          [
            {
              key: 'address',
              label: words.copyAddress,
              onChoose: copy(`${services.preservation}/repository/${escaped}`),
            },
            {
              key: 'manifest',
              label: words.copyManifest,
              onChoose: copy(`${services.preservation}/iiif/${escaped}?version=${label}`),
            },
            {
              key: 'certificate',
              label: words.certificateOf(label),
              onChoose: show({ view: 'certificate', version: label }),
            },
          ],
          [{ key: 'delete', label: words.delete, isBad: true, why: words.groupStays, onChoose: () => undefined }],
        ]}
      />
      {list.error === null ? null : <Problem error={list.error} />}
      {list.isPending ? (
        <span className="sr" role="status">
          {words.listing(lastName(path))}
        </span>
      ) : null}
    </>
  );
};
