/** Planted mistakes in actions: the life cycle that they make, the queue that robots work, what they ask and who may. */
import {E, I, P, row, U, type Planted} from './planted.ts';

/** A queue on a resource whose statuses are aberto, parado and fechado, an end. */
const queued = (said: string): string => `"queue": {${said}}, "since": "desde"`;
const PLACES = '"waiting": "aberto", "working": "parado", "failed": "aberto", "done": "fechado", "workflow": "nota"';
const NO_ROBOT = `${P}.queue: nenhum robô alcança pedidos: falta em "scope" um perfil com "robot".`;
const TWICE = `${P}.queue.failed: o status "aberto" já é outro lugar da fila.`;
const TAKEN = `${P}.actions.parar.to: a "parado" só um robô leva, ao reservar.`;

const queues: readonly Planted[] = [
  row('"since": "desde"', queued(PLACES), null, TAKEN, TWICE, NO_ROBOT),
  row('"since": "desde"', queued(PLACES.replace('"done": "fechado"', '"done": "parado"')), null, TAKEN, TWICE,
    `${P}.queue.done: o status "parado" já é outro lugar da fila.`, `${P}.queue.done: "parado" não é um fim: falta "end" nesse status.`,
    NO_ROBOT),
  row('"since": "desde"', queued(PLACES.replace('"failed": "aberto"', '"failed": "abertto"')), 'abertto is not a status', TAKEN,
    `${P}.queue.failed: "abertto" não é um status de pedidos (quis dizer "aberto"?).`, NO_ROBOT),
  row('"since": "desde"', queued(`${PLACES}, "as": "anexos"`), null, TAKEN, TWICE, NO_ROBOT,
    `${P}.queue.as: "anexos" já é os arquivos: use outro nome em "as".`),
  row('"since": "desde"', queued(`${PLACES}, "lease": [60, 30, 90]`), null, TAKEN, TWICE,
    `${P}.queue.lease: espera o menor, o usual e o maior tempo, nesta ordem.`, NO_ROBOT),
  row('"since": "desde"', queued(`${PLACES}, "budget": {"of": "idPai", "minutes": "peso"}`), null, TAKEN, TWICE,
    `${P}.queue.budget.minutes: "peso" precisa de "min" a partir de 1 e "max" até 1440, um dia.`, NO_ROBOT),
  row('"since": "desde"', queued(`${PLACES}, "calls": {"reserve": "GET rpa/reservar", "counts": "POST rpa/fila", "record": "id"}`), null,
    TAKEN, TWICE, NO_ROBOT, `${P}.queue.calls.reserve: "GET rpa/reservar" não pode ser GET: ela muda o que está gravado.`,
    `${P}.queue.calls.counts: "POST rpa/fila" não é uma chamada GET.`),
];

/** Actions, and the life cycle they make. */
const lifeCycles: readonly Planted[] = [
  row('"sort": ["ordem", "desc"] },', '"sort": ["ordem", "desc"] }, "since": "desdde",', 'desdde is not a field',
    `${I}.since: "desdde" não é um campo de itens.`, `${I}.since: só tem sentido com "status".`),
  row(
    '"stamps": "fim", "end": true',
    '"stamps": "fim"',
    null,
    `${P}.fields.situacao.choices: nada sai do status "fechado": diga "end" nele, ou que ação sai dele.`,
  ),
  row(
    '"name": "Parado", "profiles"', '"name": "Parado", "end": true, "profiles"', null,
    `${P}.actions.seguir.from: "parado" é um fim ("end"), de que nada sai.`,
    `${P}.list.editLink.parado: ninguém salva pedidos em "parado": não haveria o que editar.`,
  ),
  row('"to": "fechado", "places": ["edit"]', '"to": "aberto", "places": ["edit"]', null),
  row('"to": "parado", "needs"', '"to": "parado", "waits": "equipe", "needs"', null,
    `${P}.actions.parar.waits: não muda nada: nenhum status a que leva espera por uma pessoa do registro.`),
  row('"then": "fechado", "else": "aberto"}', '"then": "aberto", "else": "aberto"}', null),
  row('{"id": 3, "key": "fechado"', '{"id": 4, "key": "solto", "name": "Solto", "end": true}, {"id": 3, "key": "fechado"', null,
    `${P}.fields.situacao.choices: nada leva ao fim "solto": falta a ação que o tem em "to".`),
  row(
    '"label": "Situação", "readOnly": true, "default": 1', '"label": "Situação"', null,
  ),
  row(
    '"label": "Situação", "readOnly": true',
    '"label": "Situação"',
    null,
  ),
  row(
    '{ "id": 2, "name": "Gestor" }', '{ "id": 2, "name": "Gestor", "end": true }', null,
    `${U}.fields.tipo.choices: "end" em "Gestor" só tem sentido num status.`,
  ),
  row('{"id": 1, "key": "aberto", "name": "Aberto"}', '{"id": 1, "key": "aberto", "name": "Aberto"}, {"id": 7, "key": "*", "name": "Tudo", "end": true}', null,
    `${P}.fields.situacao.choices: "*" não serve de chave: comece com minúscula e use só letras sem acento e números.`,
    `${P}.fields.situacao.choices: nada leva ao fim "*": falta a ação que o tem em "to".`),
  row(
    '"since": "desde"', '"since": "desdde"', 'desdde is not a field',
    `${P}.since: "desdde" não é um campo de pedidos (quis dizer "desde"?).`,
  ),
  row(
    '"since": "desde"', '"since": "nota"', null, `${P}.since: "nota" deve ser um campo dataHora, e é texto.`,
    `${P}.fields.nota: é obrigatório, mas ninguém pode preenchê-lo.`,
  ),
  row('"places": ["edit"]', '"places": []', null, `${P}.actions.fechar: não aparece em lugar nenhum: falta "places".`),
  row('"places": ["edit"], ', '', null),
  row('"places": ["edit"], "success"', '"places": [], "bulk": true, "success"', null,
    `${P}.actions.fechar: não aparece em lugar nenhum: falta "places".`,
    `${P}.actions.fechar.bulk: falta "places": o que se faz a vários também se faz a um.`),
  row('"sets": {"ativo": true}', '"confirm": "Ativar {nome} ?", "sets": {"ativo": true}', null,
    `${P}.actions.ativar.confirm: "{nome}" é de um registro só, e a pergunta é feita uma vez para vários.`),
  row('"places": ["edit"], "success"', '"places": ["edit"], "bulk": true, "confirm": "Fechar {id} ?", "success"', null,
    `${P}.actions.fechar.confirm: "{id}" é de um registro só, e a pergunta é feita uma vez para vários.`),
  row('"sets": {"ativo": true}', '"bulk": true, "places": ["menu"], "sets": {"ativo": true}', null,
    `${P}.actions.ativar.bulk: as duas ações de "toggle" já valem para vários.`),
  row('"call": "PUT pedidos/ativar/:id"', '"bulk": true, "call": "PUT pedidos/:id"', null,
    `${P}.actions.ativar.bulk: não vale para a ação de salvar, que é do formulário.`,
    `${P}.actions.ativar.bulk: as duas ações de "toggle" já valem para vários.`),
  row('"name": "Gestor", "home"', '"robot": true, "name": "Gestor", "home"', null),
  row('"success": "Ativado!", "sets"', '"success": "Ativado!", "to": "aberto", "from": {"*": ["adm"]}, "sets"', null),
  row(
    '"profiles": ["adm"], "needs": ["naoUltimoAdm"]',
    '"from": {"*": ["adm"]}, "needs": ["naoUltimoAdm"]',
    null,
    `${U}.actions.convidar.from: usuarios não tem "status": não há de onde nem para onde ir.`,
  ),
  row(
    '"from": {"parado": ["adm"]}',
    '"from": {"parado": ["adm", "adm:autor"]}',
    null,
    `${P}.actions.seguir.from.parado: "adm" está repetido, e só a primeira vez conta.`,
  ),
  row('"profiles": ["adm"], "needs"', '"profiles": ["adm", "adm"], "needs"', null,
    `${U}.actions.convidar.profiles: "adm" está repetido, e só a primeira vez conta.`),
  row('"profiles": ["adm"], "needs"', '"profiles": [], "needs"', null, `${U}.actions.convidar: ninguém pode fazê-la.`),
  row(
    '"call": "PUT pedidos/fechar/:id"',
    '"call": "GET pedidos/fechar/:id"',
    null,
    `${P}.actions.fechar.call: "GET pedidos/fechar/:id" não pode ser GET: uma ação muda o registro.`,
  ),
  row(
    '"places": ["edit"]', '"places": ["edit"], "icon": "cadeado"', 'cadeado is not a icon',
    `${P}.actions.fechar.icon: "cadeado" não é um ícone.`,
  ),
  row(
    '"places": ["edit"]', '"places": ["edit"], "avisa": {}', 'avisa is not an option here',
    `${P}.actions.fechar: "avisa" não é uma opção aqui.`,
  ),
  row('"places": ["edit"], "success": "Fechado!"', '"places": ["edit"], "success": "{session.nome} fechou."', null,
    `${P}.actions.fechar.success: "session.nome" não é um campo de pedidos.`),
  row('"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": ["parados", "tudo"]}}', null),
  row('"since": "desde"', '"since": "desde", "tabs": {"incompletos": {"label": "T", "where": ["parados"]}}', null,
    `${P}.tabs: "incompletos" é a aba dos registros a completar, que toda lista tem: use outro nome.`),
  row('"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": ["parad"]}}', 'parad is not a condition',
    `${P}.tabs.t.where: "parad" não é uma condição de pedidos (quis dizer "parados"?).`),
  row('"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": ["itensValidos"]}}', 'itensValidos is not a condition',
    `${P}.tabs.t.where: "itensValidos" não serve de aba: não há como procurar linhas por ela.`),
  row(
    '"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": [], "sort": ["desdde", "asc"]}}', 'desdde is not a field',
    `${P}.tabs.t.sort: "desdde" não é um campo de pedidos (quis dizer "desde"?).`,
  ),
  row('"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": [], "profiles": ["gestr"]}}', 'gestr is not a profile',
    `${P}.tabs.t.profiles: "gestr" não é um perfil (quis dizer "gestor"?).`),
  row('"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": [], "profiles": ["gestor"]}}', null,
    `${P}.tabs.t.profiles: "gestor" não lista pedidos: tire-o daqui, ou deixe-o em "access.list".`),
  row('"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": []}, "u": {"label": "T", "where": ["tudo"]}}', null,
    `${P}.tabs: "adm" teria duas abas "T".`),
  ...queues,
  row('"since": "desde"', '"line": {}, "since": "desde"', 'line is not an option here', `${P}: "line" não é uma opção aqui.`),
  row(
    '"call": "PUT pedidos/seguir/:id"',
    '"call": "PUT pedidos/parar/:idUsuario/:id"',
    null,
    `${P}.actions.seguir: a chamada "put pedidos/parar/:/:" já é de ${P}.actions.parar.`,
  ),
  row(
    '"also": ["PUT pedidos/parar/:id/:idUsuario"]', '"also": ["PUT pedidos/:id"]', null,
    `${P}.actions.parar: a chamada "put pedidos/:" já é de ${P}.api.update.`,
  ),
  row(
    '"call": "PUT pedidos/seguir/:id"',
    '"call": "PUT pedidos/:id"',
    null,
    `${P}.actions.seguir.call: "PUT pedidos/:id" já é a de salvar, que não tem "to", "files" ou "places": use outra chamada.`,
    `${P}.list.editLink.aberto: ninguém salva pedidos em "aberto": não haveria o que editar.`,
  ),
  row('"call": "PUT pedidos/ativar/:id"', '"call": "PUT pedidos/:id"', null),
  row('"call": "PUT pedidos/ativar/:id"', '"tells": {"autor": "Salvo."}, "call": "PUT pedidos/:id"', null,
    `${P}.actions.ativar.call: "PUT pedidos/:id" já é a de salvar, que não tem "tells": use outra chamada.`),
  row(
    '"sets": {"idPai": null}',
    '"sets": {"idModelo": null}',
    null,
    `${P}.actions.fechar.sets.idModelo: "idModelo" é obrigatório e não pode ficar vazio.`,
  ),
  row(
    '"sets": {"idPai": null}',
    '"sets": {"idPai": 3}',
    null,
    `${P}.actions.fechar.sets.idPai: 3 não é um valor de um campo referencia a pedidos.`,
  ),
  row(
    '"sets": {"idPai": null}',
    '"sets": {"idPai": "session.id"}',
    null,
    `${P}.actions.fechar.sets.idPai: "session.id" não é um valor de um campo referencia a pedidos.`,
  ),
  row('"sets": {"idPai": null}', '"sets": {"idAutor": "session.id"}', null),
  row(
    '"sets": {"idPai": null}', '"sets": {"codigo": "segredo"}', null,
    `${P}.actions.fechar.sets.codigo: "segredo" não é um valor de um campo senha.`,
  ),
  row('"sets": {"idPai": null}', '"sets": {"cor": "PT"}', null, `${P}.actions.fechar.sets.cor: "PT" não é um valor de um campo lista.`),
  row('"sets": {"idPai": null}', '"sets": {"situacao": 3}', null, `${P}.actions.fechar.sets.situacao: um status muda por "to".`),
  row(
    '"success": "Pedido {id} parado!"',
    '"sets": {"motivo": "x", "nota": "x"}, "success": "Pedido {id} parado!"',
    'not assignable',
    `${P}.actions.parar.sets: "motivo" não é um campo de pedidos (quis dizer "ativo"?).`,
  ),
  row(
    '"asks": {"motivo"', '"sets": {"nota": "x"}, "asks": {"nota"', null, `${P}.actions.parar.sets.nota: "nota" já é perguntado em "asks".`,
    `${P}.actions.parar.asks.nota: não cabe em "nota" de pedidos: diga "maxLength" como lá.`,
  ),
  row(
    '"asks": {"motivo"', `"asks": {"peso": {"kind": "numero", "label": "Peso", "max": 99999},
      "idPai": {"kind": "referencia", "label": "Pai", "to": "empresas"}, "motivo"`, null,
    `${P}.actions.parar.asks.peso: não cabe em "peso" de pedidos: diga "max" como lá.`,
    `${P}.actions.parar.asks.idPai: não cabe em "idPai" de pedidos: diga "to" como lá.`,
  ),
  row(
    '"asks": {"motivo"', '"sets": {"criado": "agora"}, "asks": {"motivo"', null,
    `${P}.actions.parar.sets.criado: "stamps" diz que é o servidor que o grava.`,
  ),
  row(
    '"asks": {"motivo"', '"asks": {"vistos": {"kind": "vinculos", "label": "Vistos", "to": "filiais"}, "motivo"', null,
    `${P}.actions.parar.asks.vistos: um campo vinculos só pode estar num recurso.`,
  ),
  row(
    '"sets": {"ativo": false}', '"sets": {"idPai": null}', null,
    `${P}.toggle: a ação "inativar" não desliga "ativo".`,
  ),
  row(
    '"asks": {"motivo"',
    '"asks": {"cor"',
    null,
    `${P}.actions.parar.asks.cor: "cor" é um campo lista de pedidos, e aqui é texto: use o mesmo tipo ou outro nome.`,
  ),
  row(
    '"asks": {"motivo"', '"asks": {"quem": {"kind": "referencia", "label": "Quem", "to": "usuarios", "where": {"is": {"tip": [1]}}}, "motivo"', null,
    `${P}.actions.parar.asks.quem.where.is: "tip" não é um campo de usuarios (quis dizer "tipo"?).`,
  ),
  row(
    '"asks": {"motivo"', '"asks": {"quem": {"kind": "referencia", "label": "Quem", "to": "usuarios", "where": {"is": {"tipo": [99]}}}, "motivo"', null,
    `${P}.actions.parar.asks.quem.where.is.tipo: 99 não é um valor de "tipo".`,
  ),
  row(
    '"asks": {"motivo"', '"asks": {"quem": {"kind": "referencia", "label": "Quem", "to": "usuarios", "where": {"is": {"tipo": [1]}}}, "motivo"', null,
  ),
  // Conditions in place, wherever one is asked by its name.
  row(
    '"needs": ["itensValidos"]', '"needs": [{"filled": "nota"}]', null,
    `${P}.actions.parar.needs: esta condição não diz por que recusa: falta "reason" nela.`,
  ),
  row('"needs": ["itensValidos"]', '"needs": [{"any": ["azul", {"not": {"filled": "nota"}}], "reason": "Não."}]', null),
  row(
    '"needs": ["itensValidos"]', '"needs": [{"not": {"fill": "nota"}, "reason": "Não."}]', null,
    `${P}.actions.parar.needs[0].not: "fill" não é uma opção aqui (quis dizer "filled"?).`,
    `${P}.actions.parar.needs.not: diga exatamente um de "filled", "compare", "status", "is", "waits", "not", "any", "all" ou "through".`,
  ),
  row(
    '"needs": ["itensValidos"]', '"needs": [{"any": [{"filled": "notas"}], "reason": "Não."}]', 'notas is not a field',
    `${P}.actions.parar.needs[0].any[0].filled: "notas" não é um campo de pedidos (quis dizer "nota"?).`,
  ),
  row('"required": {"is": {"situacao": [2]}}', '"required": "azul"', null),
  row(
    '"required": {"is": {"situacao": [2]}}', '"required": "azull"', 'azull is not a condition',
    `${P}.fields.nota.required: "azull" não é uma condição de pedidos (quis dizer "azul"?).`,
  ),
  row(
    '"required": {"is": {"situacao": [2]}}', '"required": {"not": "participou"}', null,
    `${P}.fields.nota.required: esta condição só se sabe no servidor: um formulário não pode perguntá-la.`,
  ),
  // What is shown through a reference is known where it is only looked at, and not where it is typed.
  row('"field": "razaoSocial"}', '"field": "razaoSocial", "visible": {"is": {"nota": ["x"]}}}', null),
  row('"criado": {"kind": "dataHora",', '"criado": {"visible": {"filled": "nomeEmpresa"}, "kind": "dataHora",', null),
  ...['required', 'visible', 'editable', 'readOnly'].map(word => row(
    '"cor": {"kind": "lista", ', `"cor": {"${word}": {"filled": "nomeEmpresa"}, "kind": "lista", `, null,
    `${P}.fields.cor.${word}: esta condição olha para "nomeEmpresa", que só se sabe no servidor: um formulário não pode perguntá-la.`,
  )),
  row('"required": {"is": {"situacao": [2]}}', '"required": {"is": {"session.perfil": ["gestor"]}}', null),
  row(
    '"required": {"is": {"situacao": [2]}}', '"required": {"is": {"session.perfil": ["gestores"]}}', null,
    `${P}.fields.nota.required.is.session.perfil: "gestores" não é um perfil (quis dizer "gestor"?).`,
  ),
  row(
    '"required": {"is": {"situacao": [2]}}', '"required": {"is": {"session.id": [1]}}', null,
    `${P}.fields.nota.required.is: de quem pede só "session.perfil" se compara com valores.`,
  ),
  row(
    '"maxLength": 300, "required": true}}', '"maxLength": 300, "required": "azul"}}', null,
    `${P}.actions.parar.asks.motivo.required: "azul" olha para "cor", que não é perguntado aqui.`,
  ),
  row('"maxLength": 300, "required": true}}', '"maxLength": 300, "required": {"filled": "motivos"}}}', 'motivos is not a field',
    `${P}.actions.parar.asks.motivo.required.filled: "motivos" não é uma entrada desta ação (quis dizer "motivo"?).`,
    `${P}.actions.parar.asks.motivo.required: esta condição olha para "motivos", que não é perguntado aqui.`),
  row('"asks": {"motivo"', '"asks": {"situacao"', null, `${P}.actions.parar.asks.situacao: um status muda por "to".`),
  row('"asks": {"motivo"', '"asks": {"versao"', null, `${P}.actions.parar.asks: "versao" é de todo registro e não pode ser declarado.`),
  row(
    '"asks": {"motivo"', '"asks": {"tipos"', null, `${P}.actions.parar.asks: "tipos" já tem outro sentido nesta chamada: use outro nome.`,
  ),
  row(
    '"needs": ["naoUltimoAdm"], "sends": "convite"', '"files": "optional"', 'a resource without files has none in its actions',
    `${U}.actions.convidar.files: usuarios não tem arquivos: falta "files" nele.`,
  ),
  row(
    '"places": ["edit"]', '"sends": "convite", "places": ["edit"]', null,
    `${P}.actions.fechar.sends: só se envia a quem entra no produto: usuarios.`,
  ),
  row(
    ', "invites": "naoEu"', '', null, `${U}.actions.convidar.sends: usuarios não tem um campo senha com "invites": não há a quem enviar.`,
  ),
];

/** What only the start can tell of them, and of whom records belong to. */
const sense: readonly Planted[] = [
  row(
    '"confirm": "Parar {nome}?"',
    '"confirm": "Parar {idd}?"',
    null,
    `${P}.actions.parar.confirm: "idd" não é um campo de pedidos (quis dizer "id"?).`,
  ),
  row(
    '"success": "Pedido {id} parado!"',
    '"success": "Pedido {codigos} parado!"',
    null,
    `${P}.actions.parar.success: "codigos" não é um campo de pedidos (quis dizer "codigo"?).`,
  ),
  row(
    '"owner": {"empresa": "idEmpresa"}', '"owner": {"empresa": "nome"}', null,
    `${P}.owner.empresa: "nome" deve ser um campo referencia, e é texto.`,
  ),
  row(
    '{"kind": "texto", "label": "Motivo", "maxLength": 300, "required": true}',
    '{"kind": "numero", "label": "Motivo", "sequence": true}',
    null,
    `${P}.actions.parar.asks.motivo.sequence: só se contam os registros de um recurso.`,
  ),
  row(
    '"people": {"autor"', '"people": {"editor": {"field": "idAutor", "stamps": "create", "reason": "Não."}, "autor"', null,
    `${P}.people: "stamps" vale para uma só pessoa.`,
  ),
  row(
    '"label": "Motivo", "maxLength": 300', '"label": "Motivo", "default": "session.id", "maxLength": 300', null,
    `${P}.actions.parar.asks.motivo.default: "session.id" não é um valor de um campo texto.`,
  ),
  row(
    '"label": "Motivo", "maxLength": 300', '"label": "Motivo", "default": "idModelo.descricao", "maxLength": 300', null,
    `${P}.actions.parar.asks.motivo.default: é obrigatório, e "descricao" de modelos pode faltar.`,
  ),
  row(
    '"label": "Motivo", "maxLength": 300', '"label": "Motivo", "default": "idModel.descricao", "maxLength": 300', null,
    `${P}.actions.parar.asks.motivo.default: "idModel.descricao" não é um valor de um campo texto (quis dizer "idModelo"?).`,
  ),
  row(
    '"name": "Parado", "profiles"', '"name": "Parado", "to": 3, "profiles"', null,
    `${P}.actions.parar.to: "parado" tem "archived" ou "to": nada entra mais nele.`,
  ),
  row(
    '"motivo": {"kind": "texto", ', '"motivo": {"kind": "texto", "archived": true, ', null,
    `${P}.actions.parar.asks.motivo.archived: só tem sentido num campo de um recurso.`,
  ),
  row(
    '"peso": {', '"motivo": {"kind": "texto", "label": "Motivo", "maxLength": 300, "archived": true}, "peso": {', null,
    `${P}.actions.parar.asks.motivo: o campo tem "archived": ninguém grava mais nele.`,
  ),
  row(
    '"asks": {"motivo"', '"asks": {"nome": {"kind": "texto", "label": "Nome", "maxLength": 100, "default": "A"}, "motivo"', null,
    `${P}.actions.parar.asks.nome.default: todo registro já tem "nome", que é obrigatório: é com ele que se começa.`,
  ),
  row(
    '"Cadastros": {"pedidos": "Pedidos"}', '"Cadastros": {"pedidos": "Pedidos", "itens": "Itens"}', null,
    'menu.Cadastros: "itens" só se vê dentro de outro registro: não tem lista a que o menu leve.',
  ),
  row(
    '"home": "/adm/empresa"', '"home": "/adm/item"', null,
    'profiles.gestor.home: "itens" só se vê dentro de outro registro: não tem lista em que se comece.',
  ),
  row('"with": {"tipo": 2}', '"with": {"tipo": 9}', null, `${E}.makes.usuarios.with.tipo: 9 não é um valor de um campo escolha.`),
  row(
    '"with": {"tipo": 2}', '"with": {"tipoo": 2}', null,
    `${E}.makes.usuarios.with: "tipoo" não é um campo de usuarios (quis dizer "tipo"?).`,
  ),
  row(
    '"people": {"autor": {"field"', '"people": {"quemFez": {"field"', null,
    `${P}.actions.parar.from.aberto: "autor" não é uma condição de pedidos.`,
    `${P}.scope.gestor[1].any: "autor" não é uma condição de pedidos.`,
  ),
  row(
    '"call": "PUT pedidos/fechar/:id"',
    '"call": "PUT pedidos/fechar"',
    null,
    `${P}.actions.fechar.call: "PUT pedidos/fechar" não diz de qual registro: falta ":id".`,
  ),
  row(
    '"call": "PUT pedidos/fechar/:id"', '"call": "PUT pedidos/fechar/:id/:nome"', null,
    `${P}.actions.fechar.call: ":nome" não é um parâmetro conhecido desta chamada.`,
  ),
  row(
    '"call": "PUT pedidos/fechar/:id"',
    '"call": "PUT pedidos/Seguir/:id/"',
    null,
    `${P}.actions.fechar: "PUT pedidos/Seguir/:id/" não é um caminho: escreva-o sem barra no início ou no fim, como "GET empresas/:id".`,
    `${P}.actions.fechar: a chamada "put pedidos/seguir/:" já é de ${P}.actions.seguir.`,
  ),
  row(
    '"label": "Parar"', '"label": "Parar", "key": "P"', null,
    `${P}.actions.parar.key: "P" não serve de tecla: use uma só letra minúscula, sem acento.`,
  ),
  row(
    '"label": "Parar"',
    '"label": "Parar", "key": "pa"',
    null,
    `${P}.actions.parar.key: "pa" não serve de tecla: use uma só letra minúscula, sem acento.`,
  ),
  row('"label": "Parar"', '"label": "Parar", "key": "j"', null, `${P}.actions.parar.key: "j" já é uma tecla das telas: use outra letra.`),
  row(
    '"label": "Ativar"', '"label": "Ativar", "key": "t"', null, `${P}.actions.ativar.key: só tem sentido numa ação com "places".`,
  ),
  row(
    '"scope": {"adm": ["tudo"], "gestor": ["empresa"]}',
    '"scope": {"adm": ["tudo"]}',
    null,
    `${E}.scope: "gestor" tem acesso a empresas, mas nenhuma linha: falta o seu escopo.`,
  ),
  row(
    '"scope": {"adm": ["tudo"], "gestor": ["empresa"]}', '"scope": {"adm": ["tudo"], "gestor": ["filiais"]}', null,
    `${E}.scope.gestor: "filiais" precisa de "owner.filial" ou "owner.through".`,
  ),
  row(
    '"access": {"list": ["adm", "gestor"], "read": ["adm", "gestor"]', '"access": {"list": ["adm"], "read": ["adm"]', null,
    `${E}.scope: "gestor" tem linhas, mas nenhum acesso.`,
    'profiles.gestor.home: "gestor" não pode listar empresas: começaria numa tela que não vê.',
  ),
  row(
    '"sets": {"ativo": true}', '"sets": {"ativo": "sim"}', null,
    `${P}.actions.ativar.sets.ativo: "sim" não é um valor de um campo booleano.`, `${P}.toggle: a ação "ativar" não liga "ativo".`,
  ),
  row(
    '"sets": {"ativo": true}',
    '"sets": {"ativo": "session.id"}',
    null,
    `${P}.actions.ativar.sets.ativo: "session.id" não é um valor de um campo booleano.`,
    `${P}.toggle: a ação "ativar" não liga "ativo".`,
  ),
  row(
    '"sets": {"idPai": null}',
    '"sets": {"idPai": "session.ido"}',
    'session.ido is not a value of the session',
    `${P}.actions.fechar.sets.idPai: "session.ido" não é um valor da sessão (quis dizer "session.id"?).`,
  ),
  row('"sets": {"ativo": false}', '"sets": {"ativo": true}', null, `${P}.toggle: a ação "inativar" não desliga "ativo".`),
  row(
    '"profiles": ["adm"], "needs": ["naoUltimoAdm"]', '"needs": ["naoUltimoAdm"]', null,
    `${U}.actions.convidar: falta "profiles" ou "from": ninguém pode fazê-la.`,
  ),
  row(
    '"motivo": {"kind": "texto", "label": "Motivo", "maxLength": 300, "required": true}',
    '"motivo": {"kind": "senha", "label": "Motivo", "maxLength": 300, "minLength": 1}',
    null,
    `${P}.actions.parar.asks.motivo: um campo senha só pode estar num recurso.`,
  ),
];

export const ofActions: readonly Planted[] = [...lifeCycles, ...sense];
