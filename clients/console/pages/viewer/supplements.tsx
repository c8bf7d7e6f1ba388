import { useQuery } from '@tanstack/react-query';
import type { Media, NumberedCanvas } from '../../api/manifests.js';
import { forwardedAddress, useSession } from '../../api/session.js';
import { useWords } from '../../words/language.js';
import { nameOf } from './pages-strip.js';
import { supplementsOf } from './playing.js';

/** So much of a transcript is read, and so many lines of it shown. */
const BYTES = 4_000;
const LINES = 8;

const Transcript = ({ media }: { readonly media: Media }) => {
  const session = useSession();
  const { viewer: words } = useWords();
  const address = forwardedAddress(session, media.id);
  const { data } = useQuery({
    queryKey: ['deposits', 'transcript', media.id],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { headers: { Range: `bytes=0-${BYTES - 1}` }, signal });
      return response.ok ? response.text() : '';
    },
    staleTime: 'static',
  });
  const lines = (data ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  return (
    <>
      <h3>{words.transcript}</h3>
      {lines.slice(0, LINES).map((line, index) => (
        <p key={index} className="cue">
          <span />
          <span>{line}</span>
        </p>
      ))}
      <a className="soft" href={address} download={nameOf(decodeURIComponent(media.id))}>
        {words.wholeTranscript}
      </a>
    </>
  );
};

/** Files that are linked to the page: of a plain text its begin, of others the way to them. */
export const Supplements = ({ at }: { readonly at: NumberedCanvas }) => {
  const session = useSession();
  const { viewer: words } = useWords();
  const all = supplementsOf(at.canvas);
  if (all.length === 0) return null;
  const text = all.find((media) => media.format?.startsWith('text/plain') === true);
  const others = all.filter((media) => media !== text);
  return (
    <>
      {others.length === 0 ? null : (
        <>
          <h3>{words.belongs}</h3>
          <ul className="plain">
            {others.map((media) => (
              <li key={media.id} className="li">
                <a href={forwardedAddress(session, media.id)} download={nameOf(decodeURIComponent(media.id))}>
                  {nameOf(decodeURIComponent(media.id))}
                </a>
                <div className="l2">{Object.values(media.label ?? {})[0]?.[0]}</div>
              </li>
            ))}
          </ul>
        </>
      )}
      {text === undefined ? null : <Transcript media={text} />}
    </>
  );
};
