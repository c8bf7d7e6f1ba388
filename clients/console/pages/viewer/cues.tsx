import { useEffect, useRef } from 'react';
import { useFormats } from '../../words/language.js';
import type { Playing } from './playing.js';

/** The words by their times; a press goes there, and the words that are heard stay in sight. */
export const Cues = ({ playing }: { readonly playing: Playing }) => {
  const { length } = useFormats();
  const { cues, heard, seek } = playing;
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Nothing is returned: in some browsers it answers a promise.
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [heard]);
  return cues.map(({ start, text }, index) => (
    <button
      key={`${start} ${index}`}
      ref={index === heard ? current : null}
      type="button"
      className="cue"
      aria-current={index === heard ? 'true' : undefined}
      onClick={() => seek(start)}
    >
      <time>{length(start)}</time>
      <span>{text}</span>
    </button>
  ));
};
