const entities: Readonly<Partial<Record<string, string>>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML 1.0 forbids are written as references, as S3 does; `encoding-type=url` avoids that. */
const escape = (text: string): string =>
  text.replace(/[&<>"'\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g, (each) => {
    return entities[each] ?? `&#x${each.charCodeAt(0).toString(16).toUpperCase()};`;
  });

export const textElement = (name: string, value: string | number | boolean): string =>
  `<${name}>${typeof value === 'string' ? escape(value) : value}</${name}>`;

export const element = (name: string, content: readonly string[]): string => `<${name}>${content.join('')}</${name}>`;

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

export const xmlDocument = (root: string, content: readonly string[]): string =>
  `${xmlDeclaration}<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content.join('')}</${root}>`;
