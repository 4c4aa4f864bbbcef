/** What the parts of a resource tell in the document. */
import type {Described, PartDocument} from '../openapi/described.ts';
import {filesDocument} from '../parts/files/document.ts';
import {templateDocument} from '../parts/template/document.ts';

/** Of those it has. */
export const partDocuments = (described: Described): PartDocument[] =>
  [templateDocument, filesDocument].flatMap(document => document(described) ?? []);
