import { engineIsFull } from './syntax-fault.js';

/** The address of what libxml2 made. Throws XmlFault `xml-too-large` where it had no memory. */
export const made = (address: number): number => {
  if (address !== 0) return address;
  throw engineIsFull();
};

/** What is at an address, and what follows it. */
export const listAt = (first: number, next: (address: number) => number): number[] => {
  const list: number[] = [];
  for (let each = first; each !== 0; each = next(each)) list.push(each);
  return list;
};
