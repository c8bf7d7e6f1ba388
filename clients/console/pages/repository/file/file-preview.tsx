import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryPath } from '../../../../../formats/paths/repository-path.js';
import { contentAddress, pdfAddress, readText } from '../../../api/downloads.js';
import type { VersionFileRow } from '../../../api/versions.js';
import { Button, ButtonAnchor } from '../../../parts/controls/button.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Size } from '../../../parts/values.js';
import { useFormats, useWords } from '../../../words/language.js';

/** What a browser draws by itself. */
const IMAGES = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;
const TEXTS = /^(text\/|application\/(json|xml|xhtml\+xml|javascript|x-yaml|csv)|[^;]+\+(xml|json))/;

type PreviewKind = 'image' | 'text' | 'audio' | 'video' | 'pdf' | 'none';

/** How a media type is shown; what it does not say is not guessed. */
const kindOf = (contentType: string | null): PreviewKind => {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (IMAGES.test(type)) return 'image';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  return TEXTS.test(type) ? 'text' : 'none';
};

/** Bytes of a text that are shown, and of an image that are loaded without being asked for. */
const TEXT_BYTES = 200_000;
const IMAGE_BYTES = 25_000_000;

interface PreviewOptions {
  readonly path: RepositoryPath;
  readonly file: VersionFileRow;
  readonly version: string;
}

const View = ({ cap, children }: { readonly cap?: ReactNode; readonly children: ReactNode }) => (
  <figure className="view">
    {children}
    {cap === undefined ? null : <figcaption className="cap">{cap}</figcaption>}
  </figure>
);

const NotShown = ({ path, file, version }: PreviewOptions) => {
  const { repository: words } = useWords();
  return (
    <View>
      <div className="pic">
        <div className="noview">
          <p>{words.notShown(file.format?.name ?? file.contentType ?? words.notKnown)}</p>
          <ButtonAnchor icon="save" href={contentAddress(path, { version })} download={file.name}>
            {words.downloadFile}
          </ButtonAnchor>
        </div>
      </div>
    </View>
  );
};

const Image = ({ address, file, onFail }: { address: string; file: VersionFileRow; onFail: () => void }) => {
  const { repository: words } = useWords();
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [isAsked, ask] = useState(file.size <= IMAGE_BYTES);
  if (!isAsked)
    return (
      <View>
        <div className="pic">
          <Button onClick={() => ask(true)}>
            {words.showLarge} (<Size bytes={file.size} />)
          </Button>
        </div>
      </View>
    );
  return (
    <View cap={size === null ? undefined : <span>{words.pixels(size.width, size.height)}</span>}>
      <div className="pic">
        <img
          src={address}
          alt={words.picture(file.name)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          onError={onFail}
        />
      </div>
    </View>
  );
};

const Text = ({ address, file }: { readonly address: string; readonly file: VersionFileRow }) => {
  const { repository: words } = useWords();
  const { bytes } = useFormats();
  const query = useQuery({
    queryKey: ['repository', 'text', address, file.digest.value],
    queryFn: ({ signal }) => readText(address, TEXT_BYTES, signal),
    enabled: file.size > 0,
    staleTime: Infinity,
  });
  if (file.size === 0) return <View cap={<span>{words.emptyFile}</span>}>{null}</View>;
  return (
    <View cap={query.data?.isWhole === false ? <span>{words.onlyFirst(bytes(TEXT_BYTES))}</span> : undefined}>
      <Loaded query={query}>
        {({ text }) => (
          <pre className="text" tabIndex={0} aria-label={words.contentOf(file.name)}>
            {text}
          </pre>
        )}
      </Loaded>
    </View>
  );
};

/** What is in a file, where the browser can show it; the server sends it so that nothing in it can run. */
export const FilePreview = (options: PreviewOptions) => {
  const { path, file, version } = options;
  const { repository: words } = useWords();
  const [isBroken, setBroken] = useState(false);
  const address = contentAddress(path, { version });
  const kind = isBroken ? 'none' : kindOf(file.contentType);
  const fail = (): void => setBroken(true);
  if (kind === 'image') return <Image address={address} file={file} onFail={fail} />;
  if (kind === 'text') return <Text address={address} file={file} />;
  if (kind === 'audio' || kind === 'video') {
    const Player = kind;
    return (
      <View>
        <div className="pic">
          <Player src={address} controls preload="metadata" aria-label={words.contentOf(file.name)} onError={fail} />
        </div>
      </View>
    );
  }
  if (kind === 'pdf')
    return (
      <View>
        <div className="pic">
          <ButtonAnchor icon="link" href={pdfAddress(path, version)} target="_blank" rel="noopener">
            {words.openPdf}
          </ButtonAnchor>
        </div>
      </View>
    );
  return <NotShown {...options} />;
};
