import { useEffect, useRef, useState, type Ref, useImperativeHandle } from 'react';
import type { Viewer } from 'openseadragon';
import { Message } from '../../parts/feedback/messages.js';
import { useWords } from '../../words/language.js';

/** What can be done with the picture. */
export interface PictureControl {
  readonly zoom: (factor: number) => void;
  readonly whole: () => void;
  readonly fitWidth: () => void;
  readonly turn: () => void;
}

/**
 * OpenSeadragon adds a style for the focus unless an element with this name and attribute is there, and empties a part of it
 * as HTML; the policy of the page refuses both. The element is of no namespace, so that it is no style.
 */
const withinPolicy = (): void => {
  const attribute = 'data-openseadragon-mobile-css';
  if (document.querySelector(`style[${attribute}]`) !== null) return;
  const element = document.createElementNS('urn:none', 'style');
  element.setAttribute(attribute, 'true');
  document.head.append(element);
};
const emptiedByNodes = (element: Element): void => {
  Object.defineProperty(element, 'innerHTML', {
    set: () => {
      element.replaceChildren();
    },
  });
};

/** OpenSeadragon, which is loaded where the first picture is shown; it moves by the mouse, by touch, and by arrows. */
const begin = async (
  element: HTMLElement,
  { address, label, onFailed }: { readonly address: string; readonly label: string; readonly onFailed: () => void },
): Promise<Viewer> => {
  const { default: openSeadragon } = await import('openseadragon');
  withinPolicy();
  const viewer = openSeadragon({
    element,
    drawer: 'canvas',
    showNavigationControl: false,
    animationTime: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 0.4,
    gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
    minZoomImageRatio: 0.8,
    maxZoomPixelRatio: 4,
  });
  emptiedByNodes(viewer.overlaysContainer);
  viewer.addTiledImage({
    tileSource: { type: 'image', url: address },
    success: () => viewer.viewport.goHome(true),
    error: onFailed,
  });
  viewer.canvas.setAttribute('role', 'img');
  viewer.canvas.setAttribute('aria-label', label);
  // Its letters are the page's.
  viewer.addHandler('canvas-key', (event) => {
    const { key } = event.originalEvent;
    if (!key.startsWith('Arrow')) event.preventDefaultAction = true;
  });
  return viewer;
};

/** A picture that can be enlarged, moved and turned. */
export const Picture = ({
  address,
  label,
  control,
}: {
  readonly address: string;
  readonly label: string;
  readonly control: Ref<PictureControl>;
}) => {
  const { viewer: words } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const current = useRef<Viewer | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let isGone = false;
    const end = (): void => {
      isGone = true;
      current.current?.destroy();
      current.current = null;
    };
    setFailed(false);
    const onFailed = (): void => setFailed(!isGone);
    begin(element, { address, label, onFailed }).then((viewer) => {
      current.current = viewer;
      if (isGone) end();
    }, onFailed);
    return end;
  }, [address, label]);
  useImperativeHandle(control, () => {
    const viewport = () => current.current?.viewport;
    return {
      zoom: (factor) => void viewport()?.zoomBy(factor).applyConstraints(),
      whole: () => void viewport()?.goHome(),
      fitWidth: () => void viewport()?.fitHorizontally(),
      turn: () => {
        const view = viewport();
        view?.setRotation((view.getRotation() + 90) % 360);
      },
    };
  });
  return (
    <>
      {hasFailed ? <Message kind="bad">{words.pictureFailed}</Message> : null}
      <div ref={place} className="deep" />
    </>
  );
};
