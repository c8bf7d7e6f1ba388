export const FilesTab = () => null;
