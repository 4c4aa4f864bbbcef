/** Replaces react-admin's CSV library in the bundle (`vite.config.ts`), because lists are exported by the server. */
const noExport = (): never => {
  throw new Error('Lists are exported by the server.');
};
export default noExport;
