export const ToolsTab = () => null;
