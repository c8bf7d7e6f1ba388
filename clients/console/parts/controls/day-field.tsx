/** A day, in the browser's own field; `2026-11-24`, and the empty text for none. */
export const DayField = ({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) => (
  <label className="soft since">
    {label} <input className="in small" type="date" value={value} onChange={({ target }) => onChange(target.value)} />
  </label>
);
