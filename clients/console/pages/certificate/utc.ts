import { useFormats } from '../../words/language.js';

/** Writes a time to the second, in UTC, since paper has no tooltip. */
export const useUtc = (): ((at: string) => string) => {
  const { exact } = useFormats();
  return (at) => exact(at).replace(/\.\d+/, '');
};
