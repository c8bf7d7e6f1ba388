import { fullPath, modified, nameOr, notFound, type Apply } from './changing-group.js';

export const renameContainer: Apply = (group, { path, name }) => {
  const old = group.containers.get(path);
  if (old === undefined) return notFound(group, path, 'Container');
  const given = nameOr(name, null);
  if (given === null) return `No name given for ${fullPath(group, path)}`;
  group.containers.set(path, { ...old, name: given, ...modified(group) });
  return null;
};

export const renameBinary: Apply = (group, { path, name }) => {
  const old = group.binaries.get(path);
  if (old === undefined) return notFound(group, path, 'Binary');
  const given = nameOr(name, null);
  if (given === null) return `No name given for ${fullPath(group, path)}`;
  group.binaries.set(path, { ...old, name: given, ...modified(group) });
  return null;
};
