/** A template's versions in the document. */
import {versionedItems, versionsCall} from '../../../schema/versions.ts';
import {templateVersion} from '../../../schema/wire.ts';
import {answer, type Documented} from '../../openapi/call.ts';
import {mayInWords, tagOf, type Described} from '../../openapi/described.ts';
import {arrayOf, ref} from '../../openapi/json.ts';
import {shapeOf} from '../../openapi/shapes.ts';

export const versionDocument = (described: Described): Documented => {
  const {config, name, resource} = described;
  const endpoint = versionedItems(config).some(({of}) => of === name) ? versionsCall(config, name) : undefined;
  if (endpoint === undefined) return {calls: []};
  return {
    calls: [{
      endpoint, id: `${name}.versoes`, tag: tagOf(resource), summary: `Versões dos itens de ${resource.label.one}`,
      profiles: mayInWords(described, 'read'),
      description: 'O primeiro registro aberto com os itens fecha a versão; a próxima mudança de um item abre a seguinte. '
        + '`nomeUsuario` é vazio para quem não pode alterar o modelo.',
      answers: {200: answer('Da mais nova à mais antiga.', arrayOf(ref('versaoDeModelo')))},
    }],
    schemas: {versaoDeModelo: shapeOf(templateVersion)},
  };
};
