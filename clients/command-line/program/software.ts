/** The name of this software in what it writes. */
export const SOFTWARE = 'Muniment';
