import { mediaTypeOf } from '../../../formats/media-types/by-extension.js';

/** Types of which a browser runs nothing, whoever wrote the content. */
const HARMLESS = /^(image|audio|video)\/[\w.-]+$|^application\/pdf$/;

/** Types of text; as plain text nothing of it runs, in whatever language it is. */
const TEXT = /^text\/[\w.+-]+$|^application\/([\w.-]+\+)?(json|xml|yaml|javascript)$|^image\/svg\+xml$/;

/**
 * The type with which a browser may show a file that a depositor wrote, for the type that its upload has, if it has one;
 * null for a file that it may only store.
 */
export const shownType = (uploaded: string | null, path: string): string | null => {
  const [type = ''] = (uploaded ?? mediaTypeOf(path)).toLowerCase().split(';');
  if (TEXT.test(type.trim())) return 'text/plain; charset=utf-8';
  return HARMLESS.test(type.trim()) ? type.trim() : null;
};
