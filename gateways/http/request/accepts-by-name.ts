/**
 * Whether the value of an Accept header names a media type, with a quality above 0; a wildcard does not suffice. The media type
 * is in lower case.
 */
export const acceptsByName = (accept: string | undefined, mediaType: string): boolean =>
  (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((each) => each.trim().toLowerCase());
    return type === mediaType && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each));
  });
