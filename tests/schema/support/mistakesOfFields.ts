/** Planted mistakes that only the start can tell: what the words of a field have to do with each other, and with other fields. */
import {E, I, P, row, U, type Planted} from './planted.ts';

export const ofFields: readonly Planted[] = [
  row(
    '"through": "idEmpresa", "field": "razaoSocial"', '"through": "idEmpresa", "field": "nome"', null,
    `${P}.fields.nomeEmpresa.field: "nome" não é um campo de empresas.`,
  ),
  row('"through": "idEmpresa", "field": "razaoSocial"', '"through": "idEmpresa", "field": "id"', null,
    `${P}.fields.nomeEmpresa.field: "id" não é um campo de empresas.`),
  row(
    '"through": "idEmpresa", "field": "razaoSocial"',
    '"through": "idPai", "field": "codigo"',
    null,
    `${P}.fields.nomeEmpresa.field: "codigo" é um campo senha de pedidos e não pode ser lido por outro recurso.`,
  ),
  row(
    '"through": "idEmpresa", "field": "razaoSocial"', '"through": "idPai", "field": "nomeEmpresa"', null,
    `${P}.fields.nomeEmpresa.field: "nomeEmpresa" é um campo relacionado de pedidos e não pode ser lido por outro recurso.`,
  ),
  row(
    '"through": "idEmpresa"', '"through": "nome"', null, `${P}.fields.nomeEmpresa.through: "nome" deve ser um campo referencia, e é texto.`,
  ),
  row(
    '"to": "pedidos", "within": "idEmpresa"', '"to": "pedidos", "within": "nome"', null,
    `${P}.fields.idPai.within: "nome" deve ser um campo referencia, e é texto.`,
  ),
  row(
    '"required": {"is": {"situacao": [2]}}', '"required": {"is": {"situacao": [9]}}', null,
    `${P}.fields.nota.required.is.situacao: 9 não é um valor de "situacao".`,
  ),
  row(
    '"visible": {"is": {"situacao": [1, 2]}}', '"visible": {"is": {"situacao": [1, "2"]}}', null,
    `${P}.fields.nota.visible.is.situacao: "2" não é um valor de "situacao".`,
  ),
  row(', "whenOff": "clear"', ', "whenOff": "keep"', '"clear"', `${P}.fields.nota.whenOff: "keep" não é aceito; use "clear".`),
  row('"visible": {"is": {"situacao": [1, 2]}}, ', '', null, `${P}.fields.nota.whenOff: só tem sentido com "visible" ou "editable".`),
  row(
    '"visible": {"is": {"situacao": [1, 2]}}', '"editable": {"filled": "cor"}, "visible": {"not": {"filled": "nota"}}', null,
    `${P}.fields.nota.visible: depende de si mesmo: nota → nota.`,
  ),
  row(
    '"label": "Criado em"', '"label": "Criado em", "editable": "temNota"', null,
    `${P}.fields.criado.editable: o campo é "readOnly": ninguém o edita nunca.`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "rules": {"pesoo": ["temNota"], "nota": ["temNotas"]}', 'pesoo is not a field',
    `${P}.rules: "pesoo" não é um campo de pedidos (quis dizer "peso"?).`,
    `${P}.rules.nota: "temNotas" não é uma condição de pedidos (quis dizer "temNota"?).`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "rules": {"nota": ["azul"], "peso": [{"all": ["participou"], "reason": "Não."}]}', null,
    `${P}.rules.nota: a condição "azul" não diz por que recusa: falta "reason" nela.`,
    `${P}.rules.peso: "participou" só se sabe de um registro que já existe.`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "unique": [["peso", "pesoo"]]', 'pesoo is not a field',
    `${P}.unique[0]: "pesoo" não é um campo de pedidos (quis dizer "peso"?).`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "unique": [["peso", "codigo", "peso"], ["nota"]]', null,
    `${P}.unique[1]: aceita no mínimo 2 valores.`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "unique": [["peso", "codigo", "peso"]]', null,
    `${P}.unique[0]: "peso" está repetido.`, `${P}.unique[0]: não há como um campo senha ser único.`,
  ),
  row(
    '"min": 0, "max": 9}',
    '"min": 0, "max": 9, "readOnly": true, "unique": "global", "sequence": "idEmpresas"}',
    'idEmpresas is not a field',
    `${P}.fields.peso.sequence: "idEmpresas" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
    `${P}.fields.peso.unique: "sequence" já não se repete.`,
  ),
  row(
    '"min": 0, "max": 9}', '"min": 0, "max": 9, "unique": "global", "sequence": "idEmpresa"}', null,
    `${P}.fields.peso.sequence: "idEmpresa" mudaria a contagem depois de criado: falta "readOnly": "criado" nele.`,
    `${P}.fields.peso.unique: "sequence" já não se repete.`,
  ),
  row(
    '"label": "Nota", "maxLength": 20,', '"label": "Nota", "maxLength": 20, "pattern": {"like": "[A-", "reason": "Não."}, "case": "lower",',
    '"upper"',
    `${P}.fields.nota.pattern.like: "[A-" não é uma expressão regular.`,
    `${P}.fields.nota.case: "lower" não é aceito; use "upper".`,
  ),
  row(
    '"label": "Nota", "maxLength": 20,', '"label": "Nota", "maxLength": 20, "pattern": {"like": "(a+)+", "reason": "Não."},', null,
    `${P}.fields.nota.pattern.like: "(a+)+" pode levar um tempo sem fim num texto que quase serve: duas repetições não podem disputar os mesmos`
      + ' caracteres.',
  ),
  row(
    '"label": "Nota", "maxLength": 20,',
    '"label": "Nota", "maxLength": 20, "pattern": {"like": ".*a.*b.*c.*d.*e", "reason": "Não."},', null,
    `${P}.fields.nota.pattern.like: ".*a.*b.*c.*d.*e" pode demorar demais com mais de 15 caracteres: diminua "maxLength"; ou duas repetições`
      + ' não podem disputar os mesmos caracteres.',
  ),
  row(
    '"label": "Nota", "maxLength": 20,', '"label": "Nota", "maxLength": 20, "pattern": {"like": "a(?<=a)", "reason": "Não."},', null,
    `${P}.fields.nota.pattern.like: não se pode verificar quanto "a(?<=a)" demora: escreva-o de modo mais simples, sem "(?<=" nem "(?<!".`,
  ),
  row(
    '"min": 0, "max": 9}', '"sequence": true, "default": 7}', null,
    `${P}.fields.peso.default: "sequence" diz que é o servidor que o grava.`,
  ),
  row(
    '"label": "Nota", "maxLength": 20,',
    '"label": "Nota", "maxLength": 20, "pattern": {"like": "[a-z]\\\\d", "reason": "Não."}, "case": "upper",', null,
    `${P}.fields.nota.pattern.like: "[a-z]\\d" tem minúsculas, e o campo é guardado em maiúsculas.`,
  ),
  row(
    '"label": "Nota", "maxLength": 20,',
    '"label": "Nota", "maxLength": 20, "pattern": {"like": "(?<nome>\\\\p{Lu}\\\\d)", "reason": "Não."}, "case": "upper",', null,
  ),
  row('"min": 0, "max": 9}', '"min": 0, "max": 9, "see": []}', null,
    `${P}.fields.peso: ninguém o vê ("see") e nada o grava: ficaria vazio para sempre.`),
  row('"min": 0, "max": 9}', '"required": true, "see": []}', null, `${P}.fields.peso: é obrigatório, mas ninguém pode preenchê-lo.`),
  row('"label": "Peso", ', '"label": "Peso", "default": 12, ', null, `${P}.fields.peso.default: 12 não é um valor de um campo numero.`),
  row(
    '"label": "Peso", ', '"label": "Peso", "default": "idModelo.descricao", ', null,
    `${P}.fields.peso.default: "descricao" de modelos é um texto, e não um número.`,
  ),
  row(
    '"label": "Nota", ', '"label": "Nota", "default": "idModelo.descricoes", ', null,
    `${P}.fields.nota.default: "descricoes" não é um campo de modelos (quis dizer "descricao"?).`,
  ),
  row(
    '"label": "E-mail", "maxLength": 100, ', '"label": "E-mail", "maxLength": 100, "default": "session.idEmpresa", ', null,
    `${P}.fields.email.default: "session.idEmpresa" não é um valor de um campo email.`,
  ),
  row(
    '"label": "Empresa", "to": "empresas", "required": true}',
    '"label": "Empresa", "to": "empresas", "required": true, "default": 1}',
    null,
    `${P}.fields.idEmpresa.default: 1 não é um valor de um campo referencia.`,
  ),
  row('"label": "Código", "minLength": 6', '"label": "Código", "default": "x", "minLength": 6', null,
    `${P}.fields.codigo.default: um campo senha não começa com nada.`),
  row(
    '"kind": "digitos", "maxLength": 50', '"kind": "digitos", "maxLength": 50, "default": "hoje"', null,
    'itemKinds.numero.default: "hoje" não é um valor de um campo digitos.',
  ),
  row('"default": 1', '"default": 5', null, `${P}.fields.situacao.default: 5 não é o id de uma opção; use 1, 2 ou 3.`),
  row('"id": 3, "key": "fechado"', '"id": 2, "key": "fechado"', null, `${P}.fields.situacao.choices: o id 2 está repetido.`),
  row(
    '"id": 3, "key": "fechado"',
    '"id": "1", "key": "fechado"',
    null,
    `${P}.fields.situacao.choices: o id 1 está repetido.`,
    `${P}.fields.situacao.choices: os ids devem ser todos textos ou todos números inteiros.`,
  ),
  row(
    '"id": 3, "key": "fechado"',
    '"id": 3.5, "key": "fechado"',
    null,
    `${P}.fields.situacao.choices: os ids devem ser todos textos ou todos números inteiros.`,
  ),
  row(
    '{"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}',
    '{"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}, {"id": 4, "name": "Outro"}',
    null,
    `${P}.fields.situacao.choices: falta "key" no status "Outro".`,
  ),
  row(
    '{"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}',
    '{"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}, {"id": 4, "key": "aberto", "name": "Outro"}',
    null,
    `${P}.fields.situacao.choices: a chave "aberto" está repetida.`,
  ),
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores", "was": "tom"}, "tinta": {"kind": "lista", "label": "T", "list": "cores", "was": "tom"}',
    null, `${P}.fields: "tom" é o "was" de mais de um campo: o que se grava num valeria para o outro.`,
  ),
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "escolha", "label": "Cor", "choices": [{"id": "AZ", "name": "A", "was": "a"}, {"id": "", "name": "B", "was": "a"}]}',
    null, `${P}.fields.cor.choices: a é o "was" de mais de uma opção: os registros são de uma só.`,
    `${P}.fields.cor.choices: um id não pode ser vazio nem ter espaço à volta.`,
  ),
  row('"name": "Fechado", "stamps"', '"name": "Fechado", "archived": true, "stamps"', null,
    `${P}.actions.seguir.to: "fechado" tem "archived" ou "to": nada entra mais nele.`,
    `${P}.actions.fechar.to: "fechado" tem "archived" ou "to": nada entra mais nele.`),
  row(
    '"key": "aberto", "name": "Aberto"', '"key": "aberto", "archived": true, "name": "Aberto"', null,
    `${P}.fields.situacao.default: 1 é uma opção arquivada.`,
    `${P}.actions.seguir.to: "aberto" tem "archived" ou "to": nada entra mais nele.`,
  ),
  row(
    '"name": "Fechado", "stamps"', '"name": "Fechado", "was": 2, "stamps"', null,
    `${P}.fields.situacao.choices: "was" é o id que a opção tinha, e 2 ainda é de uma.`,
  ),
  row(
    '"name": "Texto" }', '"name": "Texto", "to": "data" }', null,
    `${I}.fields.tipoCampo.choices: "to" de "Texto" deve ser o id de uma opção em uso.`,
  ),
  row(
    '"warnAbove": 45', '"was": "nota", "warnAbove": 45', null,
    `${P}.fields.email.was: é o nome que o campo tinha, e "nota" ainda é um campo.`,
  ),
  row(
    '"idAutor": { "kind": "referencia"', '"idAutor": { "was": "idModelo", "kind": "referencia"', null,
    `${P}.fields.idAutor.was: é o nome que o campo tinha, e "idModelo" ainda é um campo.`,
  ),
  row(
    '"through": "idEmpresa"', '"was": "empresa", "through": "idEmpresa"', null,
    `${P}.fields.nomeEmpresa.was: não muda nada: um campo relacionado não guarda valores.`,
  ),
  row(
    '"route": "pedido"', '"was": "empresas", "route": "pedido"', null,
    `${P}.was: é o nome que o recurso tinha, e "empresas" ainda é um.`,
  ),
  row('"nameAs": "nomeSituacao"', '"nameAs": "nome"', null, `${P}.fields.situacao.nameAs: "nome" já é um campo.`),
  row(
    '"maxLength": 80, "minLength": 3', '"maxLength": 80, "minLength": 90', null,
    `${E}.fields.razaoSocial: "minLength" (90) é maior que "maxLength" (80).`,
  ),
  row('"warnAbove": 45', '"warnAbove": 450', null, `${P}.fields.email: "warnAbove" (450) é maior que "maxLength" (100).`),
  row('"min": 0, "max": 9', '"min": 10, "max": 9', null, `${P}.fields.peso: "min" (10) é maior que "max" (9).`),
  row(
    '"label": "CNPJ", "maxLength": 20',
    '"label": "CNPJ", "maxLength": 13',
    null,
    `${E}.fields.cnpj: "o mínimo de um documento" (14) é maior que "maxLength" (13).`,
  ),
  row(
    '"call": "GET vistos/:idEmpresa/:id"',
    '"call": "GET vistos/:idEmpres/:id"',
    null,
    `${U}.fields.filiais.call: ":idEmpres" não é um parâmetro conhecido desta chamada (quis dizer ":idEmpresa"?).`,
  ),
  row(
    '"call": "GET vistos/:idEmpresa/:id"',
    '"call": "POST vistos/:id"',
    null,
    `${U}.fields.filiais.call: "POST vistos/:id" não é uma chamada GET, como "GET filial/:id".`,
  ),
  row(
    '"call": "GET cores"',
    '"call": "GET /cores"',
    null,
    'lists.cores.call: "GET /cores" não é um caminho: escreva-o sem barra no início ou no fim, como "GET empresas/:id".',
  ),
  row('"numero", "label": "Peso", "min": 0, "max": 9', '"decimal", "label": "Peso", "min": 0.005, "max": 0', null,
    `${P}.fields.peso: "min" (0.005) é maior que "max" (0).`, `${P}.fields.peso.min: 0.005 não é um valor de até 2 casas decimais.`),
  row(
    '["idEmpresa", "idPai", "nome", "email"]', '["idEmpresa", "idPai", "email"]', null,
    `${P}.fields.nome: é obrigatório, mas não está em nenhuma seção do formulário.`,
  ),
  row(
    '"minLength": 3, "required": true', '"minLength": 3, "readOnly": true, "required": true', null,
    `${E}.fields.razaoSocial: é obrigatório, mas ninguém pode preenchê-lo.`,
  ),
  row(
    '"to": {"when": "temNota", "then": "fechado", "else": "aberto"}',
    '"to": "parado"',
    null,
    `${P}.fields.situacao.choices: nada sai do status "parado": diga "end" nele, ou que ação sai dele.`,
  ),
  row(
    '"id": 2, "name": "Gestor", ', '"id": 1, "name": "Gestor", ', null, 'profiles: o id 1 está repetido.',
    `${U}.fields.tipo.choices: o id 2 não é de nenhum perfil.`,
  ),
  row('"id": 2, "name": "Gestor", ', '"id": 0, "name": "Gestor", ', null, 'profiles.gestor.id: deve ser no mínimo 1.',
    `${U}.fields.tipo.choices: falta a opção do perfil "gestor", de id 0.`, `${U}.fields.tipo.choices: o id 2 não é de nenhum perfil.`),
  row(
    '"texto": {"kind": "texto", "maxLength": 100}', '"texto": {"kind": "senha", "minLength": 1, "maxLength": 100}', null,
    'itemKinds.texto: um campo senha só pode estar num recurso.',
  ),
  row('"stamps": "fim"', '"stamps": "nota"', null, `${P}.fields.situacao.choices[2].stamps: "nota" deve ser um campo dataHora, e é texto.`,
    `${P}.fields.nota: é obrigatório, mas ninguém pode preenchê-lo.`),
  row(
    '"nota": {"kind"',
    '"versao": {"kind"',
    null,
    `${P}.fields: "versao" é de todo registro e não pode ser declarado.`,
    `${P}.form: "nota" não é um campo de pedidos.`,
    `${P}.conditions.temNota.filled: "nota" não é um campo de pedidos.`,
    `${P}.conditions.deLonge.compare: "nota" não é um campo de pedidos.`),
  row(
    '"peso": {"kind"',
    '"Peso-kg": {"kind"',
    null,
    `${P}.fields: "Peso-kg" não serve de nome: comece com minúscula e use só letras sem acento e números.`,
    `${P}.form: "peso" não é um campo de pedidos.`,
  ),
];
