import { useRef } from 'react';
import type { NumberedCanvas, OpenedManifest } from '../../api/manifests.js';
import { forwardedAddress, useSession } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { useKeys } from '../../parts/keys.js';
import { Empty } from '../../parts/feedback/messages.js';
import { useFormats, useWords } from '../../words/language.js';
import { Cues } from './cues.js';
import { fileAddress } from './file-address.js';
import { nameOf } from './pages-strip.js';
import { Picture, type PictureControl } from './picture.js';
import { usePlace } from './place.js';
import { isTimed, supplementsOf, type Playing } from './playing.js';
import { PageNumber } from './page-number.js';

interface StageOptions {
  readonly at: NumberedCanvas;
  readonly total: number;
  readonly opened: OpenedManifest;
  readonly playing: Playing;
}

/** A press of Space belongs to the button that has the focus. */
const pressOr = (act: () => void) => (): void => {
  const { activeElement: active } = document;
  if (active instanceof HTMLButtonElement || active instanceof HTMLAnchorElement) active.click();
  else act();
};

const Bar = ({ at, total, control }: StageOptions & { readonly control: PictureControl | null }) => {
  const { viewer: words } = useWords();
  const { place, go } = usePlace();
  const to = (page: number): void => {
    if (page >= 1 && page <= total) go({ page });
  };
  useKeys({
    k: () => to(place.page - 1),
    j: () => to(place.page + 1),
    ...(control === null
      ? {}
      : {
          '+': () => control.zoom(1.4),
          '-': () => control.zoom(1 / 1.4),
          '0': control.whole,
          w: control.fitWidth,
        }),
  });
  const quiet = { small: true, look: 'quiet' } as const;
  return (
    <div className="bar" role="toolbar" aria-label={words.viewer}>
      <Button {...quiet} icon="left" aria-label={words.before} title={words.before} onClick={() => to(at.number - 1)} />
      <PageNumber page={at.number} total={total} onPage={to} />
      <span className="soft nowrap">{words.of(total)}</span>
      <Button {...quiet} icon="right" aria-label={words.after} title={words.after} onClick={() => to(at.number + 1)} />
      <span className="grow" />
      {control === null ? null : (
        <>
          <Button
            {...quiet}
            icon="minus"
            aria-label={words.smaller}
            title={words.smaller}
            onClick={() => control.zoom(1 / 1.4)}
          />
          <Button
            {...quiet}
            icon="plus"
            aria-label={words.larger}
            title={words.larger}
            onClick={() => control.zoom(1.4)}
          />
          <Button {...quiet} icon="full" aria-label={words.whole} title={words.whole} onClick={control.whole} />
          <Button {...quiet} icon="swap" aria-label={words.width} title={words.width} onClick={control.fitWidth} />
          <Button {...quiet} icon="turn" aria-label={words.turn} title={words.turn} onClick={control.turn} />
        </>
      )}
    </div>
  );
};

const Track = ({ at, playing, isShown }: Pick<StageOptions, 'at' | 'playing'> & { readonly isShown: boolean }) => {
  const session = useSession();
  const { viewer: words } = useWords();
  const timed = supplementsOf(at.canvas).find(isTimed);
  if (timed === undefined) return null;
  return (
    <track
      ref={playing.readCues}
      kind="subtitles"
      default={isShown}
      label={words.subtitles}
      src={forwardedAddress(session, timed.id)}
    />
  );
};

const Film = ({ at, playing }: StageOptions) => {
  const session = useSession();
  const address = forwardedAddress(session, at.canvas.items[0]?.items[0]?.body.id ?? '');
  return (
    <div className="pic flat">
      <video ref={playing.begin} controls preload="metadata" src={address} aria-label={nameOf(at.path)}>
        <Track at={at} playing={playing} isShown />
      </video>
    </div>
  );
};

const Sound = ({ at, playing }: StageOptions) => {
  const session = useSession();
  const { viewer: words } = useWords();
  const address = forwardedAddress(session, at.canvas.items[0]?.items[0]?.body.id ?? '');
  return (
    <>
      <div className="script" tabIndex={0} role="region" aria-label={words.transcript}>
        <div>{playing.cues.length === 0 ? <p className="muted">{words.noCues}</p> : <Cues playing={playing} />}</div>
      </div>
      <div className="heard">
        <audio ref={playing.begin} controls preload="metadata" src={address} aria-label={nameOf(at.path)}>
          <Track at={at} playing={playing} isShown={false} />
        </audio>
      </div>
    </>
  );
};

const Grey = ({ at, opened }: StageOptions) => {
  const { viewer: words } = useWords();
  return (
    <div className="pic flat">
      <Empty
        title={words.greyPage}
        actions={
          <a className="b" href={fileAddress(opened, at.path)} download={nameOf(at.path)}>
            {words.download}
          </a>
        }
      >
        <p>{words.greyWhy}</p>
      </Empty>
    </div>
  );
};

const Caption = ({ at, opened }: StageOptions) => {
  const { viewer: words } = useWords();
  const { count } = useFormats();
  const { width = 0, height = 0, items } = at.canvas;
  const body = items[0]?.items[0]?.body;
  const extents = (wide: number, high: number): string => `${count(wide)} × ${count(high)}`;
  const shown = extents(body?.width ?? 0, body?.height ?? 0);
  return (
    <div className="cap">
      <span>{body?.width === width ? words.shownWhole(shown) : words.shownAt(shown, extents(width, height))}</span>
      <span className="grow" />
      <a href={fileAddress(opened, at.path)} download={nameOf(at.path)}>
        {words.download}
      </a>
    </div>
  );
};

/** The page itself: a picture, a film, a sound, or a grey page. */
export const Stage = (options: StageOptions) => {
  const { at, playing } = options;
  const { viewer: words } = useWords();
  const session = useSession();
  const picture = useRef<PictureControl>(null);
  const isPlayed = at.kind === 'Video' || at.kind === 'Sound';
  useKeys(
    isPlayed
      ? { ' ': pressOr(playing.toggle), ArrowLeft: () => playing.skip(-5), ArrowRight: () => playing.skip(5) }
      : {},
  );
  const control: PictureControl = {
    zoom: (factor) => picture.current?.zoom(factor),
    whole: () => picture.current?.whole(),
    fitWidth: () => picture.current?.fitWidth(),
    turn: () => picture.current?.turn(),
  };
  return (
    <section className="stage" aria-label={words.stage(at.number)}>
      <Bar {...options} control={at.kind === 'Image' ? control : null} />
      {at.kind === 'Image' ? (
        <>
          <div className="pic">
            <Picture
              address={forwardedAddress(session, at.canvas.items[0]?.items[0]?.body.id ?? '')}
              label={words.picture(nameOf(at.path))}
              control={picture}
            />
          </div>
          <Caption {...options} />
        </>
      ) : at.kind === 'Video' ? (
        <Film {...options} />
      ) : at.kind === 'Sound' ? (
        <Sound {...options} />
      ) : (
        <Grey {...options} />
      )}
    </section>
  );
};
