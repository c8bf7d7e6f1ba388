interface ProgressOptions {
  readonly label: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly of: number;
  readonly look?: 'plain' | 'thick' | 'held' | 'bad' | 'ok';
}

/** The bar below the counts; it never runs back by itself. */
export const Progress = ({ label, done, of, look = 'plain' }: ProgressOptions) => {
  const share = of === 0 ? 0 : Math.min(100, (done / of) * 100);
  return (
    <span
      className={look === 'plain' ? 'p' : `p ${look}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
    >
      <i style={{ width: `${share.toFixed(1)}%` }} />
    </span>
  );
};
