import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { readDownload, type CombinedFileRow } from '../../../api/deposits.js';
import { Loaded } from '../../../parts/feedback/loading.js';
import { Message } from '../../../parts/feedback/messages.js';
import { useFormats, useWords } from '../../../words/language.js';

/** Bytes of a text that are shown. */
const SHOWN_TEXT = 200_000;
/** The largest picture that is loaded to be shown beside the tree. */
const SHOWN_PICTURE = 50_000_000;

interface Shown {
  readonly kind: 'image' | 'audio' | 'video' | 'text' | 'none';
  readonly url: string;
  readonly text: string;
}

const NONE: Shown = { kind: 'none', url: '', text: '' };

/** How a file is shown here: by what the store will send, since nothing in a file is to run. */
const readShown = async (depositId: string, { inWorkspace }: CombinedFileRow, signal: AbortSignal): Promise<Shown> => {
  if (inWorkspace === null) return NONE;
  const { url, contentType, disposition, size } = await readDownload(depositId, inWorkspace.path, true);
  const [kind = ''] = contentType.split('/');
  if (disposition !== 'inline') return NONE;
  if (kind === 'image') return size > SHOWN_PICTURE ? NONE : { kind, url, text: '' };
  if (kind === 'audio' || kind === 'video') return { kind, url, text: '' };
  if (kind !== 'text' || size === 0) return NONE;
  const response = await fetch(url, { headers: { Range: `bytes=0-${SHOWN_TEXT - 1}` }, signal });
  return { kind, url, text: await response.text() };
};

const Media = ({ shown, name }: { readonly shown: Shown; readonly name: string }) => {
  const { depositFiles: words } = useWords();
  const [isBroken, breaks] = useState(false);
  const onError = (): void => breaks(true);
  if (isBroken) return <p className="muted">{words.notDrawn}</p>;
  if (shown.kind === 'image') return <img src={shown.url} alt={name} onError={onError} />;
  if (shown.kind === 'audio') return <audio src={shown.url} controls aria-label={name} onError={onError} />;
  return <video src={shown.url} controls aria-label={name} onError={onError} />;
};

/** A picture, a sound, a film or the beginning of a text of the workspace. */
export const Preview = ({ depositId, file }: { readonly depositId: string; readonly file: CombinedFileRow }) => {
  const { depositFiles: words } = useWords();
  const { bytes } = useFormats();
  const query = useQuery({
    queryKey: ['deposits', depositId, 'preview', file.path, file.inWorkspace?.modified],
    queryFn: ({ signal }) => readShown(depositId, file, signal),
    staleTime: 10 * 60_000,
  });
  if (file.virus?.found === true) return <Message kind="info">{words.noPreviewOfInfected}</Message>;
  return (
    <>
      <h3>{words.preview}</h3>
      <Loaded query={query} rows={2}>
        {(shown) =>
          shown.kind === 'none' ? (
            <p className="muted">{words.noPreview}</p>
          ) : shown.kind === 'text' ? (
            <>
              <pre className="excerpt" tabIndex={0} aria-label={words.preview}>
                {shown.text}
              </pre>
              {(file.size ?? 0) > SHOWN_TEXT ? <p className="muted">{words.firstOf(bytes(SHOWN_TEXT))}</p> : null}
            </>
          ) : (
            <div className="view">
              <div className="pic">
                <Media key={shown.url} shown={shown} name={file.name} />
              </div>
            </div>
          )
        }
      </Loaded>
    </>
  );
};
