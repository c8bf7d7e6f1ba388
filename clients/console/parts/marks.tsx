import type { ReactNode } from 'react';

/** The shapes of the states (docs/console-design.md, section 5). */
const SHAPES = {
  new: 'still',
  wait: 'still',
  run: 'run',
  out: 'run',
  pause: 'still',
  ok: 'ok',
  box: 'still',
  lock: 'still',
  warn: 'warn',
  fail: 'bad',
  inf: 'bad',
  q: 'still',
  info: 'still',
  dot: 'still',
} as const;
export type MarkShape = keyof typeof SHAPES;
export type MarkColour = 'ok' | 'run' | 'warn' | 'bad' | 'still';

/** The colour that a shape has unless told otherwise. */
export const colourOf = (shape: MarkShape): MarkColour => SHAPES[shape];

export const Shape = ({ shape }: { readonly shape: MarkShape }) => (
  <svg aria-hidden="true">
    <use href={`#m-${shape}`} />
  </svg>
);

interface MarkOptions {
  readonly shape: MarkShape;
  readonly colour?: MarkColour;
  /** The term of the interface. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A state: shape, word and colour. */
export const Mark = ({ shape, colour = colourOf(shape), title, children }: MarkOptions) => (
  <span className={`mark ${colour}`} title={title}>
    <Shape shape={shape} />
    <span className="w">{children}</span>
  </span>
);

/** Where a file is: `both`, workspace (`dep`), `mets`, or beside what is preserved (`extra`). */
export const Where = ({
  place,
  title,
  children,
}: {
  readonly place: 'both' | 'dep' | 'mets' | 'extra';
  readonly title?: string;
  readonly children: ReactNode;
}) => (
  <span className={place === 'both' ? 'where' : 'where part'} title={title}>
    <svg aria-hidden="true">
      <use href={`#w-${place}`} />
    </svg>
    {children}
  </span>
);
