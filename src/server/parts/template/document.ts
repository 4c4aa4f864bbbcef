/** The form frozen from a template in the document: read with its record, and sent with it. */
import {ITEMS} from '../../../schema/items.ts';
import {formAnswers, formItem} from '../../../schema/wire.ts';
import type {Described, PartDocument} from '../../openapi/described.ts';
import {arrayOf, ref} from '../../openapi/json.ts';
import {jsonSchemaOf, shapeOf} from '../../openapi/shapes.ts';

/** Undefined for a resource without such a form. */
export const templateDocument = ({config, resource: {template}}: Described): PartDocument | undefined => {
  if (template === undefined) return undefined;
  const {as = ITEMS} = template;
  return {
    calls: [],
    schemas: {
      itemDeFormulario: shapeOf(formItem, {tipoCampo: {enum: Object.keys(config.itemKinds)}}),
      valoresDeFormulario: jsonSchemaOf(formAnswers),
    },
    read: {[as]: arrayOf(ref('itemDeFormulario'))},
    written: {[as]: ref('valoresDeFormulario')},
  };
};
