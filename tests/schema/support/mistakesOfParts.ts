/** Planted mistakes in what a resource has besides fields: a life cycle, actions, people, conditions, a scope, a template, files. */
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
  row(
    '"stamps": "fim", "end": true',
    '"stamps": "fim"',
    null,
    `${P}.fields.situacao.choices: nada sai do status "fechado": diga "end" nele, ou que ação sai dele.`,
  ),
  row(
    '"name": "Parado", "profiles"', '"name": "Parado", "end": true, "profiles"', null,
    `${P}.actions.seguir.from: "parado" é um fim ("end"), de que nada sai.`,
  ),
  row('"to": "fechado", "places": ["edit"]', '"to": "aberto", "places": ["edit"]', null),
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

/** People, conditions, and the rows they let somebody reach. */
const conditions: readonly Planted[] = [
  row(
    '"people": {"autor": {"field": "idAutor"',
    '"people": {"autor": {"field": "idAuto"',
    'idAuto is not a reference to usuarios',
    `${P}.people.autor.field: "idAuto" não é um campo de pedidos (quis dizer "idAutor"?).`,
  ),
  row('"people": {"autor": {"field": "idAutor"', '"people": {"autor": {"field": "idEmpresa"', 'idEmpresa is not a reference to usuarios', `${P}.people.autor.field: "idEmpresa" deve ser uma referência a usuarios, e é a empresas.`,
    `${P}.fields.idEmpresa: é obrigatório, mas ninguém pode preenchê-lo.`),
  row(
    '"to": "usuarios", "readOnly": true',
    '"to": "usuarios"',
    null,
  ),
  row(
    '"reason": "Não é seu."}', '"reason": "Não é seu."}, "outro": {"field": "idAutor", "stamps": "create", "reason": "Nem seu."}', null,
    `${P}.people: "stamps" vale para uma só pessoa.`,
  ),
  row(
    '"stamps": "create", "reason": "Não é seu."}', '"reason": "Não é seu."}', null,
    `${P}.fields.idAutor: é "readOnly" e nada o grava: ficaria vazio para sempre.`,
  ),
  row('"label": "Criado em", "readOnly": true, "stamps"', '"label": "Criado em", "stamps"', null),
  row(
    '"label": "Criado em", "readOnly": true, "stamps": "create"', '"label": "Criado em", "readOnly": true', null,
    'dashboards.home.of: pedidos não diz quando foi criado: falta um campo dataHora com "stamps".',
  ),
  row('"label": "Fechado em", "readOnly": true', '"label": "Fechado em"', null),
  row(
    '"label": "Motivo", "maxLength": 300, "required": true}',
    '"label": "Motivo", "maxLength": 300, "required": true, "comment": true}, "mais": {"kind": "texto", "label": "Mais", "maxLength": 9, "comment": true}',
    null, `${P}.actions.parar.asks: "comment" vale para uma só pergunta.`,
  ),
  row(
    '"label": "Nota", "maxLength": 20', '"label": "Nota", "comment": true, "maxLength": 20', null,
    `${P}.fields.nota: "comment" só tem sentido no que uma ação pergunta.`,
  ),
  row(
    '"flag": "noResumo"', '"flag": "noResumos"', null,
    `${P}.template.flag: "noResumos" não é um campo de itens (quis dizer "noResumo"?).`,
  ),
  row(
    '"temNota": {"filled"', '"autor": {"filled": "nota"}, "temNota": {"filled"', 'autor is a condition already',
    `${P}.conditions: "autor" já está em "people".`,
  ),
  row(
    '"temNota": {"filled"', '"tudo": {"filled": "nota"}, "temNota": {"filled"', 'tudo is a condition already',
    `${P}.conditions: "tudo" já é uma condição de todo recurso: use outro nome.`,
  ),
  row('"parados": {"status"', '"par:ados": {"status"', null, `${P}.conditions: "par:ados" não serve de nome: comece com minúscula e use só letras sem acento e números.`,
    `${P}.conditions.doGestor.not: "parados" não é uma condição de pedidos (quis dizer "par:ados"?).`),
  row(
    '"parados": {"status": ["parado"]}',
    '"parados": {}',
    'a condition says one of',
    `${P}.conditions.parados: diga exatamente um de "filled", "compare", "status", "is", "waits", "not", "any", "all" ou "through".`,
  ),
  row(
    '"parados": {"status": ["parado"]}',
    '"parados": {"status": ["parado"], "filled": "nota"}',
    'a condition says one of',
    `${P}.conditions.parados: diga exatamente um de "filled", "compare", "status", "is", "waits", "not", "any", "all" ou "through".`,
  ),
  row(
    '"parados": {"status": ["parado"]}',
    '"parados": {"status": ["prado"]}',
    'prado is not a status',
    `${P}.conditions.parados.status: "prado" não é um status de pedidos (quis dizer "parado"?).`,
  ),
  row('"parados": {"status": ["parado"]}', '"parados": {"status": []}', null, `${P}.conditions.parados.status: não pode ficar vazio.`),
  row(
    '"parados": {"status": ["parado"]}', '"parados": {"not": "doGestor"}', null,
    `${P}.conditions.parados.not: volta a si mesma: parados → doGestor → parados.`,
  ),
  row(
    '"doGestor": {"not": "parados"}',
    '"doGestor": {"not": "paradas"}',
    'paradas is not a condition',
    `${P}.conditions.doGestor.not: "paradas" não é uma condição de pedidos (quis dizer "parados"?).`,
  ),
  row(
    '"doGestor": {"not": "parados"}', '"doGestor": {"not": "proprio"}', 'proprio is not a condition',
    `${P}.conditions.doGestor.not: "proprio" só existe em usuarios.`,
  ),
  row(
    '"doGestor": {"not": "parados"}',
    '"doGestor": {"not": "itensValidos"}',
    null,
    `${P}.scope.gestor[1]: "doGestor" não serve de escopo: não há como procurar linhas por ela.`,
  ),
  row(
    '"azul": {"is": {"cor": ["AZ"]}}', '"azul": {"is": {"cor": ["PT"]}}', null,
    `${P}.conditions.azul.is.cor: "PT" não é um valor de "cor".`,
  ),
  row(
    '"azul": {"is": {"cor": ["AZ"]}}',
    '"azul": {"is": {"cores": ["AZ"]}}',
    'cores is not a field',
    `${P}.conditions.azul.is: "cores" não é um campo de pedidos (quis dizer "cor"?).`,
  ),
  row('"azul": {"is": {"cor": ["AZ"]}}', '"azul": {"is": {"cor": []}}', null, `${P}.conditions.azul.is.cor: não pode ficar vazio.`),
  row('"azul": {"is": {"cor": ["AZ"]}}', '"azul": {"is": {}}', null, `${P}.conditions.azul.is: não pode ficar vazio.`),
  row(
    '"azul": {"is": {"cor": ["AZ"]}}',
    '"azul": {"filled": "codigo"}',
    null,
    `${P}.conditions.azul.filled: "codigo" é um campo senha, de que uma condição não sabe o valor.`,
  ),
  row('["criado", "<", "agora-30"]', '["criada", "<", "agora-30"]', 'criada is not a field',
    `${P}.conditions.antigo.compare: "criada" não é um campo de pedidos (quis dizer "criado"?).`),
  row('["criado", "<", "agora-30"]', '["criado", "<", "agora-mes"]', 'agora-mes is not a field',
    `${P}.conditions.antigo.compare: "agora-mes" não é um campo de pedidos.`),
  row('["criado", "<", "agora-30"]', '["criado", "!=", "agora-30"]', null,
    `${P}.conditions.antigo.compare[1]: "!=" não é aceito; use "=", "<", "<=", ">" ou ">=" (quis dizer "="?).`),
  row('["criado", "<", "agora-30"]', '["criado", "<", true]', null, `${P}.conditions.antigo.compare[2]: esperava um texto ou um número, mas veio true.`),
  row('["criado", "<", "agora-30"]', '["criado", "<"]', null, `${P}.conditions.antigo.compare: aceita no mínimo 3 valores.`),
  row('["criado", "<", "agora-30"]', '["peso", "<", "agora"]', null, `${P}.conditions.antigo.compare: um número não se compara com um instante.`),
  row('["criado", "<", "agora-30"]', '["criado", "<", 30]', null, `${P}.conditions.antigo.compare: um instante não se compara com um número.`),
  row('["criado", "<", "agora-30"]', '["nota", "<", "email"]', null, `${P}.conditions.antigo.compare: um texto não tem ordem: só se compara com "=".`),
  row('["criado", "<", "agora-30"]', '["codigo", "=", "nota"]', null,
    `${P}.conditions.antigo.compare: "codigo" é um campo senha, de que uma condição não sabe o valor.`),
  // Numbers, days and instants have an order, a day and an instant as days.
  ...['["peso", ">=", 1]', '["peso", "<", "ordem"]', '["criado", "=", "hoje"]', '["fim", ">", "criado"]', '["nota", "=", "email"]']
    .map(said => row('["criado", "<", "agora-30"]', said, null)),
  row('["nota", "=", "session.codigoExterno"]', '["nota", "=", "session.id"]', null,
    `${P}.conditions.deLonge.compare: um texto não se compara com um registro de usuarios.`),
  row('["nota", "=", "session.codigoExterno"]', '["session.id", "=", "nota"]', 'session.id is not a field',
    `${P}.conditions.deLonge.compare: "session.id" não é um campo de pedidos.`),
  row('["nota", "=", "session.codigoExterno"]', '["idEmpresa", "=", "session.idEmpresa"]', null),
  row(
    '"needs": ["itensValidos"]',
    '"needs": ["participou"]',
    null,
    `${P}.actions.parar.needs: a condição "participou" não diz por que recusa: declare uma com "reason" em "conditions".`,
  ),
  row('"gestor:autor"', '"gestor:temNota"', null),
  row('"profiles": ["adm"], "needs": ["naoUltimoAdm"]', '"profiles": ["adm:naoEu"], "needs": ["naoUltimoAdm"]', null),
  row(
    '{"any": ["autor", "doGestor"]}',
    '{"any": ["autor", "doGestr"]}',
    'doGestr is not a condition',
    `${P}.scope.gestor[1].any: "doGestr" não é uma condição de pedidos (quis dizer "doGestor"?).`,
  ),
  row('{"any": ["autor", "doGestor"]}', '{"any": []}', null, `${P}.scope.gestor[1].any: não pode ficar vazio.`),
  // Who may make, change and delete, under a condition with its reason.
  row('"create": ["adm"], "update": ["adm", "gestor"]', '"create": ["adm:temNota"], "update": ["adm:temNota", "gestor:autor"]', null),
  row('"create": ["adm"], "update": ["adm", "gestor"]', '"create": ["adm:temNoata"], "update": ["adm", "gestor"]', 'adm:temNoata is not a profile',
    `${P}.access.create: "temNoata" não é uma condição de pedidos (quis dizer "temNota"?).`),
  row('"create": ["adm"], "update": ["adm", "gestor"]', '"create": ["adm"], "update": ["adm:azul", "gestor", "adm"]', null,
    `${P}.access.update: a condição "azul" não diz por que recusa: falta "reason" nela.`,
    `${P}.access.update: "adm" está repetido, e só a primeira vez conta.`),
  row('"create": ["adm"], "update": ["adm", "gestor"]', '"create": ["adm:itensValidos"], "update": ["adm", "gestor"]', null,
    `${P}.access.create: "itensValidos" só se sabe de um registro que já existe.`),
  row('"read": ["adm"], "create": ["adm"], "update"', '"read": ["adm:temNota"], "create": ["adm"], "update"', 'adm:temNota is not a profile',
    `${P}.access.read: "adm:temNota" não é um perfil (quis dizer "adm"?).`),
  // Through a reference: a condition of the resource that it refers to, never one that comes back to itself.
  ...['{"through": {"idPai": "temNota"}}', '{"through": {"idModelo": {"filled": "descricao"}}}', '{"through": {"idModelo": "noEscopo"}}',
    '{"not": {"through": {"idPai": {"through": {"idEmpresa": "empresa"}}}}}'].map(said => row('{"any": ["autor", "doGestor"]}', said, null)),
  row('{"any": ["autor", "doGestor"]}', '{"through": {"idPais": "temNota"}}', 'idPais is not a field',
    `${P}.scope.gestor[1].through: "idPais" não é um campo de pedidos (quis dizer "idPai"?).`),
  row('{"any": ["autor", "doGestor"]}', '{"through": {"nota": "temNota"}}', null,
    `${P}.scope.gestor[1].through: "nota" deve ser um campo referencia, e é texto.`),
  row('{"any": ["autor", "doGestor"]}', '{"through": {"idModelo": "temNota"}}', null,
    `${P}.scope.gestor[1].through.idModelo: "temNota" não é uma condição de modelos.`),
  row('{"any": ["autor", "doGestor"]}', '{"through": {"idModelo": {"filled": "nota"}}}', null,
    `${P}.scope.gestor[1].through.idModelo.filled: "nota" não é um campo de modelos.`),
  row('{"any": ["autor", "doGestor"]}', '{"through": {}}', null, `${P}.scope.gestor[1].through: não pode ficar vazio.`),
  row('{"any": ["autor", "doGestor"]}', '{"through": {"idPai": "itensValidos"}}', null,
    `${P}.scope.gestor[1].through.idPai: "itensValidos" não serve de condição de outro registro: não há como procurar linhas por ela.`),
  row('{"any": ["autor", "doGestor"]}', '{"through": {"idPai": "noEscopo"}}', null,
    `${P}.scope: volta a si mesma: noEscopo → noEscopo.`),
  row('"doGestor": {"not": "parados"}', '"doGestor": {"through": {"idPai": {"not": "doGestor"}}}', null,
    `${P}.conditions.doGestor.through: volta a si mesma: doGestor → doGestor.`),
  row('"required": {"is": {"situacao": [2]}}', '"required": {"through": {"idPai": "temNota"}}', null,
    `${P}.fields.nota.required: esta condição só se sabe no servidor: um formulário não pode perguntá-la.`),
  row('{"any": ["autor", "doGestor"]}', '{"all": []}', null, `${P}.scope.gestor[1].all: não pode ficar vazio.`),
  row('{"any": ["autor", "doGestor"]}', '{"all": ["autor", "doGestr"]}', 'doGestr is not a condition',
    `${P}.scope.gestor[1].all: "doGestr" não é uma condição de pedidos (quis dizer "doGestor"?).`),
  row(
    '{"any": ["autor", "doGestor"]}', '{"some": ["autor"]}', null,
    `${P}.scope.gestor[1]: diga exatamente um de "filled", "compare", "status", "is", "waits", "not", "any", "all" ou "through".`,
    `${P}.scope.gestor[1]: "some" não é uma opção aqui.`,
  ),
  row(
    '{"any": ["autor", "doGestor"]}',
    '"itensValidos"',
    'itensValidos is not a condition',
    `${P}.scope.gestor: "itensValidos" não serve de escopo: não há como procurar linhas por ela.`,
  ),
  row('{"any": ["autor", "doGestor"]}', '"proprio"', 'proprio is not a condition', `${P}.scope.gestor: "proprio" só existe em usuarios.`),
  row(
    '{"any": ["autor", "doGestor"]}', '{"any": ["autor", "filiais"]}', null, `${P}.scope.gestor[1].any: "filiais" precisa de "owner.filial".`,
  ),
  row('{"any": ["autor", "doGestor"]}', '"participou"', null),
  row(
    '"gestor": ["proprio"]',
    '"gestor": ["naoUltimoAdm"]',
    'naoUltimoAdm is not a condition',
    `${U}.scope.gestor: "naoUltimoAdm" não serve de escopo: não há como procurar linhas por ela.`,
  ),
  row(
    '"scope": { "adm": ["empresa"] }', '"scope": { "adm": [{ "any": ["empresa"] }] }', null,
    `${I}.scope.adm[0].any: "empresa" precisa de "owner.empresa".`,
  ),
  row(
    '"scope": { "adm": ["empresa"] }', '"scope": { "adm": ["autor"] }', 'autor is not a condition',
    `${I}.scope.adm: "autor" não é uma condição de itens.`,
  ),
  row(
    '"needs": ["naoUltimoAdm"]', '"needs": ["itensValidos"]', 'itensValidos is not a condition',
    `${U}.actions.convidar.needs: "itensValidos" precisa de "template".`,
  ),
];

/** The form that is frozen from a template, and files. */
const parts: readonly Planted[] = [
  row(
    '"by": "idModelo"',
    '"by": "idModela"',
    'idModela is not a field',
    `${P}.template.by: "idModela" não é um campo de pedidos (quis dizer "idModelo"?).`,
  ),
  row('"by": "idModelo"', '"by": "nota"', null, `${P}.template.by: "nota" deve ser um campo referencia, e é texto.`),
  row('"by": "idModelo"', '"by": "idPai"', null, `${P}.template.items: itens não diz por "owner.through" de que registro de pedidos é cada item.`,
    `${P}.template.keep.nomeModelo: "descricao" não é um campo de pedidos.`),
  row(
    '"by": "idModelo", "items": "itens"', '"by": "idModelo", "items": "iten"', 'iten is not a resource',
    `${P}.template.items: "iten" não é um recurso (quis dizer "itens"?).`,
  ),
  row(
    '"owner": { "through": "idModelo" }',
    '"owner": { "empresa": "idModelo" }',
    null,
    `${P}.template.items: itens não diz por "owner.through" de que registro de modelos é cada item.`,
  ),
  row(
    '"ordem": { "kind": "numero"', '"posicao": { "kind": "numero"', null,
    `${I}.list.sort: "ordem" não é um campo de itens.`,
  ),
  row(
    '"obrigatorio": { "kind": "booleano", "label": "Obrigatório" }', '"obrigatorio": { "kind": "numero", "label": "Obrigatório" }', null,
    `${I}.fields.obrigatorio: "obrigatorio" deve ser um campo booleano, e é numero.`,
  ),
  row(
    '{ "id": "numero", "name": "Número" }', '{ "id": "moeda", "name": "Moeda" }', null,
    `${I}.fields.tipoCampo.choices: "moeda" não é um tipo de "itemKinds".`,
  ),
  row(
    '"texto": {"kind": "texto", "maxLength": 100}',
    '"text": {"kind": "texto", "maxLength": 100}',
    null,
    'itemKinds: falta "texto": o que é um item sem tipo conhecido.',
    `${I}.fields.tipoCampo.choices: "texto" não é um tipo de "itemKinds" (quis dizer "text"?).`,
  ),
  row(
    '"summary": "resumo"',
    '"summary": "resuma"',
    'resuma is not a field',
    `${P}.template.summary: "resuma" não é um campo de pedidos (quis dizer "resumo"?).`,
  ),
  row('"summary": "resumo"', '"summary": "desde"', null, `${P}.template.summary: "desde" deve ser um campo texto, e é dataHora.`),
  row(
    '"summary": "resumo"', '"summary": "nota"', null, `${P}.fields.nota: é obrigatório, mas ninguém pode preenchê-lo.`,
  ),
  row(
    '"keep": {"nomeModelo": "descricao"}',
    '"keep": {"nomeModela": "descricao"}',
    'nomeModela is not a field',
    `${P}.template.keep: "nomeModela" não é um campo de pedidos (quis dizer "nomeModelo"?).`,
  ),
  row(
    '"keep": {"nomeModelo": "descricao"}',
    '"keep": {"nomeModelo": "descrição"}',
    null,
    `${P}.template.keep.nomeModelo: "descrição" não é um campo de modelos (quis dizer "descricao"?).`,
  ),
  row(
    '"keep": {"nomeModelo": "descricao"}', '"keep": {"nomeModelo": "idEmpresa"}', null,
    `${P}.template.keep: "nomeModelo" deve ser um campo referencia, e é texto.`,
  ),
  row(
    '"keepItem": {"corItem": "Cor"}',
    '"keepItem": {"corIten": "Cor"}',
    'corIten is not a field',
    `${P}.template.keepItem: "corIten" não é um campo de pedidos (quis dizer "corItem"?).`,
  ),
  row(
    '"keepItem": {"corItem": "Cor"}', '"keepItem": {"desde": "Cor"}', null,
    `${P}.template.keepItem: "desde" deve ser um campo texto, e é dataHora.`,
  ),
  row(
    '"version": "versaoLida"', '"version": "versaum"', 'versaum is not a field',
    `${P}.template.version: "versaum" não é um campo de pedidos.`,
  ),
  row('"version": "versaoLida"', '"version": "resumo"', null, `${P}.template.version: "resumo" deve ser um campo numero, e é texto.`),
  row(
    '"version": "versaoLida"', '"version": "peso"', null,
    `${P}.fields.versaoLida: é "readOnly" e nada o grava: ficaria vazio para sempre.`,
  ),
  row(
    '"label": "Modelo dele", "to": "modelos", "required": true, "readOnly": "criado"',
    '"label": "Modelo dele", "to": "modelos", "required": true',
    null,
    `${P}.template.version: um item não pode mudar de modelo, ou as versões mentiriam: falta "readOnly": "criado" em itens.idModelo.`,
  ),
  row(
    '"of":"pedidos"', '"of":"pedido"', 'pedido is not a resource',
    `${E}.consequences.pendentes.of: "pedido" não é um recurso (quis dizer "pedidos"?).`,
  ),
  row(
    '"by":"idEmpresa"', '"by":"idEmpresas"', null,
    `${E}.consequences.pendentes.by: "idEmpresas" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
  ),
  row(
    '"by":"idEmpresa"', '"by":"idPai"', null,
    `${E}.consequences.pendentes.by: "idPai" deve ser uma referência de pedidos a empresas.`,
  ),
  row(
    '"where":["azul"]', '"where":["azull"]', null,
    `${E}.consequences.pendentes.where: "azull" não é uma condição de pedidos (quis dizer "azul"?).`,
  ),
  row(
    '"where":["azul"]', '"where":["itensValidos"]', null,
    `${E}.consequences.pendentes.where: "itensValidos" não serve de contagem: não há como procurar linhas por ela.`,
  ),
  row(
    '"before":["delete"]', '"before":["pedido"]', 'pedido is not a child or action',
    `${E}.consequences.pendentes.before: "pedido" não é "delete", uma ação ou um filho de empresas (quis dizer "pedidos"?).`,
  ),
  row('"before":["delete"]', '"refuses": true, "before":["delete", "pedidos"]', null,
    `${E}.consequences.pendentes.refuses: antes de "pedidos" só se avisa: recusa-se excluir, ou uma ação.`),
  row('"create": ["adm"], "update": ["adm"], "delete": ["adm"]},\n      "scope": {"adm": ["tudo"], "gestor": ["empresa"]}',
    '"create": ["adm"], "update": ["adm"], "delete": []},\n      "scope": {"adm": ["tudo"], "gestor": ["empresa"]}', null,
    `${E}.consequences.pendentes.before: ninguém lê a frase: nenhum perfil exclui empresas.`),
  row('"before":["delete"]', '"before":[]', null, `${E}.consequences.pendentes.before: não pode ficar vazio.`),
  row(
    '"many": "{total} de', '"many": "{totall} de', null,
    `${E}.consequences.pendentes.many: "totall" não é um campo de empresas, nem "total" (quis dizer "total"?).`,
  ),
  row('"as": "formulario"', '"as": "nota"', null, `${P}.template.as: "nota" já é um valor de pedidos: use outro nome em "as".`),
  row('"as": "anexos"', '"as": "formulario"', null, `${P}.files.as: "formulario" já é o formulário: use outro nome em "as".`),
  row('"as": "anexos"', '"as": "nomeSituacao"', null, `${P}.files.as: "nomeSituacao" já é um valor de pedidos: use outro nome em "as".`),
  row(
    '"messages": {"one": "Não, não."}',
    '"messages": {"one": "Não, não.", "mani": "Não."}',
    'mani is not an option here',
    `${P}.files.messages: "mani" não é uma opção aqui (quis dizer "many"?).`,
  ),
  row('"list": "GET anexos/:id"', '"list": "GET anexos"', null, `${P}.files.calls.list: "GET anexos" não diz de quê: falta ":id".`),
  row('"list": "GET anexos/:id"', '"list": "POST anexos/:id"', null, `${P}.files.calls.list: "POST anexos/:id" não é uma chamada GET.`),
  row(
    '"DELETE anexos/:fileId"',
    '"DELETE anexos/:id"',
    null,
    `${P}.files.calls.remove: ":id" não é um parâmetro conhecido desta chamada (quis dizer ":idUsuario"?).`,
    `${P}.files.calls.remove: "DELETE anexos/:id" não diz de quê: falta ":fileId".`,
  ),
  row(
    '"DELETE anexos/:fileId"',
    '"GET anexos/tirar/:fileId"',
    null,
    `${P}.files.calls.remove: "GET anexos/tirar/:fileId" não pode ser GET: ela muda o que está gravado.`,
  ),
  row(
    '"GET anexos/baixar/:fileId"',
    '"GET anexos/:fileId"',
    null,
    `${P}.files.calls.download: a chamada "get anexos/:" já é de ${P}.files.calls.list.`,
  ),
  row(
    '"repeats": "idEmpresa"',
    '"repeats": "idEmpres"',
    'idEmpres is not a field',
    `${P}.files.calls.repeats: "idEmpres" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
  ),
  row('"check": "POST anexos/conferir", ', '', null, `${P}.files.calls: falta "check".`),
];

export const ofParts: readonly Planted[] = [...lifeCycles, ...conditions, ...parts];
