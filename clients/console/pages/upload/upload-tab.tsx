export const UploadTab = () => null;
