/** Why a text refers to no version of an archival group, neither by its label nor by its Memento stamp; null when it does. */
export const versionReferenceViolation = (text: string): string | null =>
  /^(?:v[1-9]\d*|\d{14})$/.test(text)
    ? null
    : `'${text}' is neither an OCFL version ('v1', 'v2', etc.) nor the 14 digits of a Memento timestamp.`;
