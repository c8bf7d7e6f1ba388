/** The names of the icons in the sprite. */
export type IconName =
  | 'brand'
  | 'search'
  | 'right'
  | 'down'
  | 'up'
  | 'folder'
  | 'file'
  | 'group'
  | 'x'
  | 'plus'
  | 'more'
  | 'save'
  | 'copy'
  | 'cols'
  | 'theme'
  | 'swap'
  | 'pause'
  | 'dense'
  | 'print'
  | 'link'
  | 'grip'
  | 'play'
  | 'sound'
  | 'film'
  | 'image'
  | 'minus'
  | 'left'
  | 'turn'
  | 'full'
  | 'undo'
  | 'check'
  | 'filter';

/** An icon beside a word; `of` is the class of its place. */
export const Icon = ({ name, of = '' }: { readonly name: IconName; readonly of?: string }) => (
  <svg className={`i ${of}`} aria-hidden="true">
    <use href={`#${name}`} />
  </svg>
);
