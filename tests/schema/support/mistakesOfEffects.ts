/** Mistakes in the effects of an action: values from the record, actions of other records, new records, files that it demands. */
import {P, READERS, row, seen, together, type Planted, type Together, type Word} from './planted.ts';

const SETS = '"sets": {"idPai": null}';
const A = `${P}.actions.fechar`;
const setting = (values: string, types: string | null, ...start: string[]): Planted => row(SETS, `"sets": {${values}}`, types, ...start);
/** Beside what `fechar` sets. */
const doing = (words: string, types: string | null, ...start: string[]): Planted =>
  row(SETS, `"sets": {"idPai": null}, ${words}`, types, ...start);
/** What `parar` does, which the profile gestor may do too. */
const stopping = (words: string): Word => ['"needs": ["itensValidos"]', `"needs": ["itensValidos"], ${words}`];
const alsoSets = (values: string): Word => [SETS, `"sets": {${values}}`];
const also = (words: string): Word => [SETS, `"sets": {"idPai": null}, ${words}`];
const MORE_FIELDS: Word = [
  '"ordem": {"kind": "numero", "label": "Ordem"},',
  '"ordem": {"kind": "numero", "label": "Ordem"}, "valor": {"kind": "moeda", "label": "Valor"}, "fase": '
  + '{"kind": "escolha", "label": "Fase", "choices": [{"id": 1, "name": "Um"}, {"id": 2, "name": "Dois"}]},',
];

export const ofEffects: readonly Planted[] = [
  setting('"idPai": "record.id"', null),
  setting('"idPai": "record.idPai", "email": "record.email", "peso": "record.versaoLida"', null),
  setting('"nota": "record"', null),
  setting('"nota": "hoje"', null),
  setting('"nota": "record.pesso"', 'pesso is not a field',
    `${A}.sets.nota: "record.pesso" não é um campo de pedidos (quis dizer "record.peso"?).`),
  setting('"nota": "record.peso"', null, `${A}.sets.nota: "peso" é um número, e não um texto.`),
  setting('"nota": "record.cor"', null, `${A}.sets.nota: "cor" é um campo lista, que não cabe num campo texto.`),
  setting('"nota": "record.nome"', null, `${A}.sets.nota: "nome" pode ser mais longo do que cabe aqui.`),
  setting('"idPai": "record.idEmpresa"', null, `${A}.sets.idPai: "idEmpresa" é um registro de empresas, e não um registro de pedidos.`),
  setting('"desde": "hoje"', null, `${A}.sets.desde: "hoje" não é um valor de um campo dataHora.`),
  setting('"desde": "agora-1"', null),
  setting('"nota": "session.codigoExterno"', null),
  setting('"peso": "session.codigoExterno"', null, `${A}.sets.peso: "session.codigoExterno" não é um valor de um campo numero.`),
  doing('"does": [{"on": "idPaii", "action": "parar"}]', 'idPaii is not a field',
    `${A}.does[0].on: "idPaii" não é um campo de pedidos (quis dizer "idPai"?).`),
  doing('"does": [{"on": "nome", "action": "parar"}]', null, `${A}.does[0].on: "nome" deve ser um campo referencia, e é texto.`),
  doing('"does": [{"on": "idPai", "action": "parrar"}]', null,
    `${A}.does[0].action: "parrar" não é uma ação de pedidos (quis dizer "parar"?).`),
  doing('"does": [{"on": "idPai", "action": "seguir"}]', null),
  doing('"does": [{"on": "idPai", "action": "fechar"}]', null,
    `${A}.does: "fechar" de pedidos leva de volta a "fechar": nunca terminaria.`),
  doing('"does": [{"on": "idPai", "action": "parar"}]', null,
    `${A}.does: "parar" de pedidos exige a resposta "motivo", e aqui ninguém responde: dê-lhe um "default".`),
  doing('"creates": {"filiais": {"idEmpresa": "record.idEmpresa", "descricao": "Nova"}}', null),
  doing('"creates": {"filais": {"descricao": "Nova"}}', 'filais is not a resource',
    `${A}.creates: "filais" não é um recurso (quis dizer "filiais"?).`),
  doing('"creates": {"filiais": {"idEmpresa": "record.idEmpresa"}}', null,
    `${A}.creates.filiais: falta "descricao", que é obrigatório em filiais.`),
  doing('"creates": {"filiais": {"idEmpresa": "record.idEmpressa", "descricao": "N"}}', 'idEmpressa is not a field',
    `${A}.creates.filiais.idEmpresa: "record.idEmpressa" não é um campo de pedidos (quis dizer "record.idEmpresa"?).`),
  doing('"creates": {"filiais": {"idEmpresa": "record.idEmpresa", "descricao": null, "nome": "x"}}', null,
    `${A}.creates.filiais.descricao: "descricao" é obrigatório e não pode ficar vazio.`,
    `${A}.creates.filiais: "nome" não é um campo de filiais.`),
  doing('"creates": {"usuarios": {"tipo": 1, "nome": "Ana", "email": "a@b.com", "ativo": true}}', null,
    `${A}.creates.usuarios.ativo: ninguém preenche "ativo": tem "readOnly".`),
  doing('"creates": {"pedidos": {"idEmpresa": "record.idEmpresa", "idModelo": "record.idModelo", "nome": "X", "situacao": 2}}', null,
    `${A}.creates.pedidos: pedidos tem um formulário de modelo, que alguém preenche ao criar.`,
    `${A}.creates.pedidos.situacao: um registro novo começa no primeiro status.`),
  row('"with": {"tipo": 2}', '"with": {"tipo": 2, "nome": "record.razaoSocial"}', null,
    'resources.empresas.makes.usuarios.with.nome: "razaoSocial" pode ser mais longo do que cabe aqui.'),
  row('"with": {"tipo": 2}', '"with": {"tipo": 2, "idEmpresa": "record.id"}', null),
  row('"files": "optional"', '"files": "required"', null),
  row('"files": "optional"', '"files": "must"', null, `${P}.actions.seguir.files: "must" não é aceito; use "optional" ou "required".`),
];

/** Effects that take more than one word. */
export const severalEffects: readonly Together[] = [
  together([MORE_FIELDS, alsoSets('"peso": "record.valor"')], `${A}.sets.peso: "valor" tem mais casas decimais do que cabem aqui.`),
  together([MORE_FIELDS, alsoSets('"valor": "record.peso"')]),
  together([MORE_FIELDS, alsoSets('"fase": "record.situacao"')], `${A}.sets.fase: "situacao" tem opções que aqui não há.`),
  together([
    ['"places": ["edit"], "success"',
      '"places": ["edit"], "asks": {"idEmpresa": {"kind": "referencia", "label": "Empresa", "to": "empresas"}}, "success"'],
    alsoSets('"nome": "record.nomeEmpresa"'),
  ], `${A}.sets.nome: "idEmpresa" é perguntado nesta ação, e o que se lê por ele só se sabe depois.`),
  together([
    ['"files": "optional"', '"files": "optional", "does": [{"on": "idPai", "action": "fechar"}]'],
    also('"does": [{"on": "idPai", "action": "seguir"}]'),
  ], `${A}.does: "seguir" de pedidos leva de volta a "fechar": nunca terminaria.`,
  `${P}.actions.seguir.does: "fechar" de pedidos leva de volta a "seguir": nunca terminaria.`),
  together([['"files": "optional"', '"files": "required"'], also('"does": [{"on": "idPai", "action": "seguir"}]')],
    `${A}.does: "seguir" de pedidos exige arquivos, e aqui ninguém os envia.`),
  together([['"files": "optional"', '"files": "required", "bulk": true']],
    `${P}.actions.seguir.files: uma ação sobre vários registros não recebe arquivos.`),
  together([stopping('"does": [{"on": "idPai", "action": "fechar"}]')],
    `${P}.actions.parar.does: "gestor" faria esta ação e não pode fazer "fechar" de pedidos.`),
  together([stopping('"creates": {"filiais": {"idEmpresa": "record.idEmpresa", "descricao": "N"}}')],
    `${P}.actions.parar.creates.filiais: "gestor" faria esta ação e não pode criar filiais.`),
  together([
    ['"ativar": {"label"',
      '"salvar": {"label": "Salvar", "call": "PUT pedidos/:id", "from": {"*": ["adm", "gestor"]}, "success": "Salvo!"}, '
      + '"ativar": {"label"'],
    also('"does": [{"on": "idPai", "action": "salvar"}]'),
  ], `${A}.does: "salvar" de pedidos é a regra de salvar, e não uma ação que se faça.`),
  together([
    ['"types": "cores", "messages"', '"types": "cores", "required": true, "messages"'],
    also('"creates": {"pedidos": {"idEmpresa": "record.idEmpresa", "idModelo": "record.idModelo", "nome": "record.nome"}}'),
  ], `${A}.creates.pedidos: pedidos tem um formulário de modelo, que alguém preenche ao criar.`,
  `${A}.creates.pedidos: pedidos exige arquivos ao criar, e aqui ninguém os envia.`),
  together([
    ['"label": "No resumo" }', '"label": "No resumo", "see": ["gestor"] }'],
    also('"creates": {"itens": {"idModelo": "record.idModelo", "descricao": "X", "tipoCampo": "texto", "noResumo": true}}'),
  ], `${A}.creates.itens.noResumo: "adm" não vê "noResumo", e não o preencheria.`,
  `${P}.template.items: "adm" não vê "noResumo", e o leria assim mesmo: tire "see" dele.`),
  together([READERS, seen('["adm"]'), alsoSets('"corItem": "record.nota"')],
    `${A}.sets.corItem: "gestor" leria aqui "nota" de pedidos, que não pode ver.`),
  together([READERS, seen('["adm"]'), also('"creates": {"filiais": {"idEmpresa": "record.idEmpresa", "descricao": "record.nota"}}')]),
];
