export const StructureTab = () => null;
