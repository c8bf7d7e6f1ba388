import { useCallback, useEffect, useState } from 'react';
import type { Canvas, Media } from '../../api/manifests.js';

/** Words that are heard, from a second on. */
export interface HeardWords {
  readonly start: number;
  readonly text: string;
}

/** Files that stand beside a canvas, such as transcripts. */
export const supplementsOf = ({ annotations = [] }: Canvas): readonly Media[] =>
  annotations.flatMap(({ items }) => items.map(({ body }) => body));

/** Whether the browser reads the words of this file by their times. */
export const isTimed = ({ format = '', id }: Media): boolean => format === 'text/vtt' || id.endsWith('.vtt');

/** What is played now, and how to move in it. */
export interface Playing {
  readonly cues: readonly HeardWords[];
  /** The number of the words that are heard; -1 for none. */
  readonly heard: number;
  readonly begin: (element: HTMLMediaElement | null) => void;
  readonly readCues: (track: HTMLTrackElement | null) => void;
  readonly seek: (seconds: number) => void;
  readonly skip: (seconds: number) => void;
  readonly toggle: () => void;
}

/** Plays a film or a sound from a second on; `at` moves it there. */
export const usePlaying = (at: number | null): Playing => {
  const [element, begin] = useState<HTMLMediaElement | null>(null);
  const [track, readCues] = useState<HTMLTrackElement | null>(null);
  const [cues, setCues] = useState<readonly HeardWords[]>([]);
  const [heard, setHeard] = useState(-1);
  useEffect(() => {
    if (element === null || at === null) return undefined;
    const move = (): void => void (element.currentTime = at);
    if (element.readyState > 0) move();
    else element.addEventListener('loadedmetadata', move, { once: true });
    return () => element.removeEventListener('loadedmetadata', move);
  }, [element, at]);
  useEffect(() => {
    if (track === null) return undefined;
    const { track: text } = track;
    if (text.mode === 'disabled') text.mode = 'hidden'; // it is read all the same
    const all = (): VTTCue[] => [...(text.cues ?? [])].filter((cue) => cue instanceof VTTCue);
    const read = (): void => setCues(all().map(({ startTime: start, text: words }) => ({ start, text: words })));
    const hear = (): void => {
      const active = text.activeCues?.[0];
      setHeard(active === undefined ? -1 : all().indexOf(active as VTTCue));
    };
    track.addEventListener('load', read);
    text.addEventListener('cuechange', hear);
    read();
    return () => {
      track.removeEventListener('load', read);
      text.removeEventListener('cuechange', hear);
    };
  }, [track]);
  const seek = useCallback((seconds: number) => void (element === null || (element.currentTime = seconds)), [element]);
  const skip = useCallback(
    (seconds: number) => void (element === null || (element.currentTime = Math.max(0, element.currentTime + seconds))),
    [element],
  );
  const toggle = useCallback(() => {
    if (element?.paused === true) void element.play();
    else element?.pause();
  }, [element]);
  return { cues, heard, begin, readCues, seek, skip, toggle };
};
