import type {Part} from '../part.ts';
import {fileAddedSteps, addFiles, filesOfNewRecord, pairFileTypes} from './fileRules.ts';
import {filesDocument} from './filesDocument.ts';
import {fileRoutes} from './fileRoutes.ts';
import {filesJson, insertFiles, toFilesAnswer} from './fileRows.ts';

export const filesPart: Part = {
  create: async change => {
    const {config, actor, resource, submission} = change;
    const files = filesOfNewRecord(config, resource, submission);
    return {values: {}, historyText: '', steps: [], writes: id => insertFiles(change, actor, id, files)};
  },
  update: async saving => {
    const files = pairFileTypes(saving.config, saving.resource, saving.submission.files, saving.submission.tipos);
    const added = await addFiles(saving, files);
    return {values: {}, historyText: '', steps: fileAddedSteps(saving, files), writes: () => added};
  },
  rows: filesJson,
  present: toFilesAnswer,
  document: filesDocument,
  routes: fileRoutes,
};
