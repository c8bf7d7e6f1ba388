import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Icon } from '../icon.js';

interface FieldOptions {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it, and what would be right; shown once the field was left. */
  readonly wrong?: ReactNode;
  /** Whether to show it at once, since the platform has said it. */
  readonly isRefused?: boolean;
  readonly children: (attributes: {
    readonly id: string;
    readonly className: string;
    readonly 'aria-invalid': boolean | undefined;
    readonly 'aria-describedby': string;
    readonly onBlur: () => void;
  }) => ReactNode;
}

/** A field: label above, hint below, the error in the place of the hint. */
export const Field = ({ label, hint, wrong, isRefused = false, children }: FieldOptions) => {
  const id = useId();
  const [wasLeft, setLeft] = useState(false);
  const isWrong = Boolean(wrong) && (wasLeft || isRefused);
  return (
    <div className="field">
      <label className="l" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: 'in',
        'aria-invalid': isWrong || undefined,
        'aria-describedby': `${id}-hint`,
        onBlur: () => setLeft(true),
      })}
      <span id={`${id}-hint`} className={isWrong ? 'wrong' : 'hint'}>
        {isWrong ? (
          <>
            <Icon name="x" />
            <span>{wrong}</span>
          </>
        ) : (
          hint
        )}
      </span>
    </div>
  );
};

type TextFieldOptions = Omit<FieldOptions, 'children'> &
  Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id' | 'className'> & {
    readonly value: string;
    readonly onChange: (value: string) => void;
  };

/** A field of one line. */
export const TextField = ({ label, hint, wrong, isRefused = false, value, onChange, ...rest }: TextFieldOptions) => (
  <Field {...{ label, hint, wrong, isRefused }}>
    {(attributes) => (
      <input {...rest} {...attributes} value={value} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
);

/** A field to choose one of a few. */
export const SelectField = <Value extends string>({
  label,
  hint,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}) => (
  <Field label={label} hint={hint}>
    {(attributes) => (
      <select {...attributes} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** Chooses one of a few in a toolbar, where there is no place for a label above. */
export const SmallSelect = ({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) => (
  <select className="in small" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);
