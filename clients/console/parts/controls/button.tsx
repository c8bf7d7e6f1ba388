import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Icon, type IconName } from '../icon.js';

/** `primary` is the one thing to do next on a page; `final` the last button before a loss, in a dialog only. */
type Look = 'ordinary' | 'primary' | 'quiet' | 'bad' | 'final';

interface Looks {
  readonly look?: Look;
  readonly small?: boolean;
  readonly icon?: IconName;
  /** The key that does the same. */
  readonly keyName?: string;
}

const classOf = ({ look = 'ordinary', small = false }: Looks, hasWords: boolean): string =>
  ['b', ...(look === 'ordinary' ? [] : [look]), ...(small ? ['small'] : []), ...(hasWords ? [] : ['icon'])].join(' ');

const Inside = ({ icon, keyName, children }: Looks & { readonly children?: ReactNode }) => (
  <>
    {icon === undefined ? null : <Icon name={icon} />}
    {children}
    {keyName === undefined ? null : <kbd>{keyName}</kbd>}
  </>
);

type ButtonOptions = Looks &
  Omit<ComponentProps<'button'>, 'disabled' | 'className'> & {
    /** Why it cannot be pressed now; it stays in its place and says so. */
    readonly why?: string | null;
    /** What it is doing, in the place of its words; a second press does nothing. */
    readonly busy?: string | null;
  };

/** A button: the verb and the thing. One without words has an `aria-label`. */
export const Button = ({ look, small, icon, keyName, why = null, busy = null, children, ...rest }: ButtonOptions) => {
  const isStill = why !== null || busy !== null;
  const looks = { ...(look && { look }), ...(small && { small }), ...(icon && { icon }), ...(keyName && { keyName }) };
  const { onClick, title } = rest;
  return (
    <button
      type="button"
      {...rest}
      className={classOf(looks, children !== undefined)}
      aria-disabled={isStill || undefined}
      aria-busy={busy !== null || undefined}
      title={why ?? title}
      onClick={isStill ? (event) => event.preventDefault() : onClick}
    >
      <Inside {...looks}>{busy ?? children}</Inside>
    </button>
  );
};

/** A link that looks like a button, where pressing it shows another page. */
export const ButtonLink = ({
  look,
  small,
  icon,
  keyName,
  children,
  ...rest
}: Looks & LinkProps & { readonly children?: ReactNode; readonly title?: string; readonly 'aria-label'?: string }) => {
  const looks = { ...(look && { look }), ...(small && { small }), ...(icon && { icon }), ...(keyName && { keyName }) };
  return (
    <Link {...rest} className={classOf(looks, children !== undefined)}>
      <Inside {...looks}>{children}</Inside>
    </Link>
  );
};

/** A link that looks like a button, to what the browser saves or shows by itself. */
export const ButtonAnchor = ({
  look,
  small,
  icon,
  keyName,
  children,
  ...rest
}: Looks & Omit<ComponentProps<'a'>, 'className'>) => {
  const looks = { ...(look && { look }), ...(small && { small }), ...(icon && { icon }), ...(keyName && { keyName }) };
  return (
    <a {...rest} className={classOf(looks, children !== undefined)}>
      <Inside {...looks}>{children}</Inside>
    </a>
  );
};

/** Two to five views of the same rows, of which one is pressed. */
export const Switch = <Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChange: (value: Value) => void;
}) => (
  <div className="join" role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className="b small"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
);

/** Lists that are shown together: each is pressed or not. */
export const Toggles = <Value extends string>({
  label,
  pressed,
  options,
  onChange,
}: {
  readonly label: string;
  readonly pressed: ReadonlySet<Value>;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChange: (pressed: ReadonlySet<Value>) => void;
}) => (
  <div className="join" role="group" aria-label={label}>
    {options.map(({ value, label: words }) => (
      <button
        key={value}
        type="button"
        className="b small"
        aria-pressed={pressed.has(value)}
        onClick={() =>
          onChange(new Set(options.map((each) => each.value).filter((each) => pressed.has(each) !== (each === value))))
        }
      >
        {words}
      </button>
    ))}
  </div>
);
