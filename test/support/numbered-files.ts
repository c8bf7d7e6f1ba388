/** The name of a numbered file, a hundred of which are in a folder. */
export const nameOf = (index: number): string => `${Math.floor(index / 100)}/${index}.txt`;

/** Its content, which its name makes. */
export const contentOf = (name: string, bytes: number): Buffer => Buffer.alloc(bytes, `${name} `);
