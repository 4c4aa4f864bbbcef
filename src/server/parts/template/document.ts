/** The form frozen from a template in the document: read with its record, and sent with it. */
import {itemsKey} from '../../../schema/parts.ts';
import {formAnswers, formItem} from '../../../schema/wire.ts';
import type {Described, PartDocument} from '../../openapi/described.ts';
import {arrayOf, ref} from '../../openapi/json.ts';
import {jsonSchemaOf, shapeOf} from '../../openapi/shapes.ts';

export const templateDocument = ({config, resource}: Described): PartDocument => {
  const as = itemsKey(resource);
  return {
    schemas: () => ({
      itemDeFormulario: shapeOf(formItem, {tipoCampo: {enum: Object.keys(config.itemKinds)}}),
      valoresDeFormulario: jsonSchemaOf(formAnswers),
    }),
    read: {[as]: arrayOf(ref('itemDeFormulario'))},
    written: {[as]: ref('valoresDeFormulario')},
  };
};
