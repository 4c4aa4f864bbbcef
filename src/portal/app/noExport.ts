/** Stands for the CSV library of react-admin's own export (`vite.config.ts`): no list of ours offers that, because the server exports. */
const noExport = (): never => {
  throw new Error('Lists are exported by the server.');
};
export default noExport;
