import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the only OCFL object in a data folder. */
export const onlyObject = (data: string): string => {
  const root = join(data, 'ocfl');
  const [inventory, ...others] = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)inventory\.json$/.test(path))
    .sort((a, b) => a.length - b.length)
    .filter((path, _, [shortest = '']) => !dirname(path).startsWith(`${dirname(shortest)}/`));
  if (inventory === undefined || others.length > 0) throw new Error(`${data} has not one object.`);
  return join(root, dirname(inventory));
};
