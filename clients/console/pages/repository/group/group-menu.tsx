import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { escapePath, lastName, type RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { contentAddress, save, type ArchiveForm } from '../../../api/downloads.js';
import { isUnderWay, lastAuditQuery, useStartJob } from '../../../api/jobs.js';
import { useSession } from '../../../api/session.js';
import { pathIn, type VersionFolder } from '../../../api/versions.js';
import { Menu, type MenuEntry } from '../../../parts/controls/menu.js';
import { Problem } from '../../../parts/feedback/messages.js';
import { useToast } from '../../../parts/feedback/toasts.js';
import { useFormats, useWords } from '../../../words/language.js';
import { saveFileList } from './file-list.js';

interface OfVersion {
  readonly path: RepositoryPath;
  readonly label: string;
  readonly version: VersionFolder;
}

/** What is made from the version: a deposit, a comparison. */
const useMaking = ({ path, label }: OfVersion): readonly MenuEntry[] => {
  const { repository: words } = useWords();
  const navigate = useNavigate();
  const before = Number(label.slice(1)) - 1;
  const compare = `v${before}..${label}`;
  return [
    {
      key: 'deposit',
      label: words.newDepositFrom(label),
      onChoose: () => void navigate({ to: '/deposits/new', search: { from: `${path}@${label}` } }),
    },
    {
      key: 'compare',
      label: words.compareTwo,
      keyName: 'C',
      why: before < 1 ? words.onlyOneVersion : null,
      onChoose: () => void navigate({ to: '/repository/$', params: { _splat: path }, search: { compare } }),
    },
  ];
};

/** The forms beside the zip, which has its own button. */
const useDownloads = ({ path, label, version: { folder } }: OfVersion): readonly MenuEntry[] => {
  const { repository: words, parts } = useWords();
  const { bytes } = useFormats();
  const howMuch = `${parts.files(folder.files)}, ${bytes(folder.bytes)}`;
  const entry = (as: Exclude<ArchiveForm, 'zip'>, below: string): MenuEntry => ({
    ...{ key: as, label: words.downloadAs[as](label), below },
    onChoose: () => save(contentAddress(path, { version: label, as })),
  });
  return [entry('bag', words.bagWhat(howMuch)), entry('tar', howMuch), entry('ocfl', words.ocflWhat)];
};

/** What is told of the version elsewhere: its addresses, its METS, its certificate. */
const useShown = ({ path, label, version: { mets = null } }: OfVersion): readonly MenuEntry[] => {
  const { repository: words, parts } = useWords();
  const { services } = useSession();
  const navigate = useNavigate();
  const tell = useToast();
  const copy = (text: string) => () => void navigator.clipboard.writeText(text).then(() => tell(parts.copied));
  const show = (at: RepositoryPath, search: Readonly<Record<string, string>>) => () =>
    void navigate({ to: '/repository/$', params: { _splat: at }, search: { version: label, ...search } });
  const escaped = escapePath(path);
  return [
    { key: 'address', label: words.copyAddress, onChoose: copy(`${services.preservation}/repository/${escaped}`) },
    {
      key: 'manifest',
      label: words.copyManifest,
      onChoose: copy(`${services.preservation}/iiif/${escaped}?version=${label}`),
    },
    {
      key: 'mets',
      label: words.metsOf(label),
      why: mets === null ? words.noMets : null,
      onChoose: show(pathIn(path, mets ?? ''), {}),
    },
    { key: 'certificate', label: words.certificateOf(label), onChoose: show(path, { view: 'certificate' }) },
  ];
};

/** Starts an audit of the group, which is followed on the page of its job. */
const useVerify = (path: RepositoryPath) => {
  const { repository: words } = useWords();
  const navigate = useNavigate();
  const start = useStartJob();
  const last = useQuery(lastAuditQuery(path)).data ?? null;
  const entry: MenuEntry = {
    key: 'verify',
    label: words.verifyNow,
    below: words.verifyWhat,
    why: last !== null && isUnderWay(last) ? words.verifying : null,
    onChoose: () =>
      start.mutate(
        { kind: 'audit', archivalGroup: `/${path}` },
        { onSuccess: ({ jobId }) => void navigate({ to: '/jobs/$job', params: { job: jobId } }) },
      ),
  };
  return { entry, start };
};

/** What else can be done with a version of an archival group. */
export const GroupMenu = (of: OfVersion) => {
  const { path, label } = of;
  const { repository: words } = useWords();
  const list = useMutation({ mutationFn: () => saveFileList(path, label) });
  const { entry: verify, start } = useVerify(path);
  const asList = { key: 'csv', label: words.listAsCsv, onChoose: () => list.mutate() };
  const stays = { key: 'delete', label: words.delete, isBad: true, why: words.groupStays, onChoose: () => undefined };
  return (
    <>
      <Menu
        label={words.moreOfGroup}
        groups={[useMaking(of), [...useDownloads(of), asList], useShown(of), [verify, stays]]}
      />
      {[list, start].map(({ error }, at) => (error === null ? null : <Problem key={at} error={error} />))}
      {list.isPending ? (
        <span className="sr" role="status">
          {words.listing(lastName(path))}
        </span>
      ) : null}
      {start.isPending ? (
        <span className="soft" role="status">
          {words.verifyBegins}
        </span>
      ) : null}
    </>
  );
};
