/** A media type without its parameters: `text/plain` of `text/plain;charset=UTF-8`. */
export const withoutParameters = (contentType: string): string => contentType.split(';', 1)[0]?.trim() ?? '';
