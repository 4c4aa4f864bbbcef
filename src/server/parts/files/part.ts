/** The part of `resource.files`: files of a record. */
import type {Part} from '../part.ts';
import {addedSteps, addFiles, firstFiles, typedFiles} from './rules.ts';
import {filesDocument} from './document.ts';
import {fileRoutes} from './routes.ts';
import {fileRows, insertFiles, presentFiles} from './rows.ts';

export const filesPart: Part = {
  create: async change => {
    const {config, actor, resource, submission} = change;
    const files = firstFiles(config, resource, submission);
    return {values: {}, told: '', steps: [], writes: id => insertFiles(change, actor, id, files)};
  },
  update: async saving => {
    const files = typedFiles(saving.config, saving.resource, saving.submission.files, saving.submission.tipos);
    const added = await addFiles(saving, files);
    return {values: {}, told: '', steps: addedSteps(saving, files), writes: () => added};
  },
  rows: fileRows,
  present: presentFiles,
  document: filesDocument,
  routes: fileRoutes,
};
