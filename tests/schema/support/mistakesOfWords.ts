/** Planted mistakes: one wrong word is one sentence, which speaks of what somebody wrote, and hides no other mistake. */
import {KINDS} from './mistakesOfOptions.ts';
import {E, P, together, type Together, type Word} from './planted.ts';

const TOGGLE = '"toggle": {"field": "ativo", "off": "parado"}';
const field = (name: string, said: string): Word => ['"peso": {"kind"', `"${name}": {${said}}, "peso": {"kind"`];
const choices = (...names: string[]): string =>
  `"kind": "escolha", "label": "Fase", "choices": [${names.map((name, at) => `{"id": ${at + 1}, "name": "${name}"}`).join(', ')}]`;
/** Without the two actions that it declares, so that they follow from the switch. */
const UNDECLARED: readonly Word[] = [['Ativar', 'Ligar', 'ativar', 'ligar'], ['Inativar', 'Desligar', 'inativar', 'desligar']]
  .map(([Old, New, old, name]) => {
    const said = (label?: string, key?: string): string => `"${key}": {"label": "${label}", "call": "PUT pedidos/${key}/:id"`;
    return [said(Old, old), said(New, name)];
  });
/** A field that is written by what an action asks. */
const RECEIPT = field('recibo', '"kind": "texto", "label": "Recibo", "maxLength": 9, "readOnly": true');
const ASKED: Word = ['"asks": {"motivo"', '"asks": {"recibo": {"kind": "texto", "label": "Recibo", "maxLength": 9}, "motivo"'];
const needing = (said: string, ...start: string[]): Together =>
  together([RECEIPT, ASKED, ['"needs": ["itensValidos"]', `"needs": [{${said}, "reason": "Falta."}]`]], ...start);
const NEVER = `${P}.actions.parar.needs: só esta ação grava "recibo", que se pede antes dela: nunca seria feita.`;
const TONES = '"azul", "roxo", "verdeAgua", "cinza", "indigo", "ambar", "verde" ou "vermelho"';
const CHILD = '"children": {"pedidos": {"by"';

export const ofWords: readonly Together[] = [
  together([...UNDECLARED, [TOGGLE, '"toggle": {"off": "parado"}']], `${P}.toggle: falta "field".`),
  together([...UNDECLARED, [TOGGLE, '"toggle": "ativo"']], `${P}.toggle: esperava um objeto, mas veio um texto.`),
  together([...UNDECLARED, [TOGGLE, '"toggle": {"field": "fase"}'], field('fase', choices('A', 'B'))]),
  together([...UNDECLARED, [TOGGLE, '"toggle": {"field": "fase"}'], field('fase', choices('A', 'B', 'C'))],
    `${P}.toggle: "fase" tem 3 opções, e não se sabe qual é a desligada: diga "sets" em "actions.inativar".`),
  together([...UNDECLARED, [TOGGLE, '"toggle": {"field": "peso"}']],
    `${P}.toggle.field: "peso" é um campo numero: só um booleano ou uma escolha se liga e desliga.`),

  // A reference that nobody said, where there is none.
  together([[CHILD, `"children": {"itens": {"label": "Itens", "title": "Itens"}, "pedidos": {"by"`]],
    `${E}.children.itens: itens não tem uma referência a empresas: não se saberia quais são os filhos.`),
  together([['"of":"pedidos", "by":"idEmpresa", "where":["azul"]', '"of":"itens"']],
    `${E}.consequences.pendentes: itens não tem uma referência a empresas, nem vínculos: nada se contaria.`),
  together([
    ['"title": "nome",', '"duplicate": {"confirm": "Duplicar?", "incomplete": "Faltou."},'],
    ['"label": "Nome", "maxLength": 100, "required": true,', '"label": "Nome", "maxLength": 100,'],
  ], `${P}.duplicate: falta "title": a cópia não teria nome.`),
  together([['{"name": "Mini", ', '{'], ['"title": "email",', '']], 'product: falta "name".'),
  together([['"required": {"is": {"situacao": [2]}}', '"required": {"is": {"ativo": false}}']],
    `${P}.fields.nota.required.is.ativo: esperava uma lista, mas veio false.`),

  // A word for the eye takes nothing with it.
  together([
    ['"key": "parado"', '"waits": "autor", "tone": "azull", "key": "parado"'],
    ['"columns": ["id", "nome"', '"columns": ["id", "aguarda", "nome"'], ['"gestor:autor"', '"gestor:auto"'],
  ],
  `${P}.fields.situacao.choices[1].tone: "azull" não é aceito; use ${TONES} (quis dizer "azul"?).`,
  `${P}.actions.parar.from.aberto: "auto" não é uma condição de pedidos (quis dizer "autor"?).`),
  together([['"label": "Parar"', '"label": "Parar", "tone": "dangr"'], ['"gestor:autor"', '"gestor:auto"']],
    `${P}.actions.parar.tone: "dangr" não é aceito; use "primary" ou "danger" (quis dizer "danger"?).`,
    `${P}.actions.parar.from.aberto: "auto" não é uma condição de pedidos (quis dizer "autor"?).`),
  // What a field that cannot be read would have shown, made or been named by is not missing.
  together([
    ['"kind": "referencia", "label": "Pai"', '"kind": "refernecia", "shows": {"pai": "nome"}, "label": "Pai"'],
    ['"columns": ["id", "nome"', '"columns": ["id", "pai", "nome"'],
  ], `${P}.fields.idPai: "refernecia" não é um tipo de campo (quis dizer "referencia"?): use ${KINDS}.`),
  together([['"stamps": "create"}', '"stamps": "creat"}']],
    `${P}.fields.criado.stamps: "creat" não é aceito; use "create" ou "update" (quis dizer "create"?).`),
  together([['"kind": "referencia", "label": "Empresa dela"', '"names": "sim", "kind": "referencia", "label": "Empresa dela"']],
    'resources.filiais.fields.idEmpresa.names: "sim" não é aceito; use true.'),

  // Two of one name.
  together([['"name": "Gestor", "home"', '"name": "ADM", "home"']],
    'profiles: "adm" e "gestor" se chamam "ADM": ninguém saberia qual é qual.'),
  together([['"VM": "Vermelho"', '"VM": "azul"']], 'lists.cores.rows: "AZ" e "VM" se chamam "azul": ninguém saberia qual é qual.'),
  together([field('fase', choices('Não', 'nao'))],
    `${P}.fields.fase.choices: 1 e 2 se chamam "nao": ninguém saberia qual é qual.`),
  together([field('fase', choices('Não", "archived": true, "x": "', 'nao').replace(', "x": ""', ''))]),
  together([field('fase', '"kind": "texto", "label": "NOTA", "maxLength": 9')],
    `${P}.fields: "fase" e "nota" se chamam "Nota": ninguém saberia qual é qual.`),
  together([field('fase', '"kind": "texto", "label": "Nota", "maxLength": 9, "see": []')],
    `${P}.fields.fase: ninguém o vê ("see") e nada o grava: ficaria vazio para sempre.`),
  together([field('fase', '"kind": "texto", "label": "Nota", "maxLength": 9, "archived": true')]),
  together([field('fase', '"kind": "texto", "label": "Nota", "maxLength": 9, "visible": "temNota"')]),
  together([
    field('fase', '"kind": "texto", "label": "Nota", "maxLength": 9'),
    ['"codigo", "cor", "peso", "nota"]', '"codigo", "cor", "peso"], "Uma": ["nota"], "Outra": ["fase"]'],
  ]),
  together([['"asks": {"motivo": {', '"asks": {"texto": {"kind": "texto", "label": "Motivo", "maxLength": 9}, "motivo": {']],
    `${P}.actions.parar.asks: "texto" e "motivo" se chamam "Motivo": ninguém saberia qual é qual.`),

  // What does nothing, or can never be done.
  together([['"seguir": {', '"conferir": {"profiles": ["adm"], "tells": {"autor": "Foi."}}, "seguir": {']],
    `${P}.actions.conferir: não faz nada: falta "to", "sets", "does", "creates", "asks", "files" ou "sends".`),
  together([
    field('serie', '"kind": "numero", "label": "Série", "sequence": true'),
    ['"asks": {"motivo"', '"asks": {"serie": {"kind": "numero", "label": "Série"}, "motivo"'],
  ], `${P}.actions.parar.asks.serie: "sequence" diz que é o servidor que o grava.`),
  together([['"label": "Peso",', '"label": "Peso", "required": true, "see": ["gestor"],']],
    `${P}.fields.peso: é obrigatório, e quem cria pedidos não o vê: diga "default", ou deixe em "see" quem o preenche.`),
  together([['"label": "Peso",', '"label": "Peso", "required": true, "default": 1, "see": ["gestor"],']]),
  needing('"filled": "recibo"', NEVER),
  needing('"all": ["temNota", {"filled": "recibo"}]', NEVER),
  needing('"not": {"compare": ["recibo", "=", "nota"]}'),
  needing('"any": ["temNota", {"filled": "recibo"}]'),
  // What is not yet is a need that holds before the first time.
  together([
    field('pronto', '"kind": "booleano", "label": "Pronto", "readOnly": true'),
    ['"needs": ["itensValidos"]', '"needs": [{"is": {"pronto": [false]}, "reason": "Já está."}], "sets": {"pronto": true}'],
  ]),
  together([
    RECEIPT, ASKED, ['"needs": ["itensValidos"]', '"needs": [{"filled": "recibo", "reason": "Falta."}]'],
    ['"sets": {"idPai": null}', '"sets": {"idPai": null, "recibo": "x"}'],
  ]),
];
