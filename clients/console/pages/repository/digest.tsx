/** Characters that stay where there is little room. */
const SHORT = 16;

/** A digest, whole where there is room for it; the whole one is at hand. */
export const Digest = ({ value }: { readonly value: string }) => (
  <span className="digest long" title={value}>
    <span>{value.slice(0, SHORT)}</span>
    <span className="wide mid">{value.slice(SHORT)}</span>
    <span className="narrow" aria-hidden="true">
      …
    </span>
  </span>
);
