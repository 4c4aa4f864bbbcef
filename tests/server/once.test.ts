// Calls that come twice, too late, at once or in another's name; and what an action asks, whatever the resource.
import {beforeEach, describe, expect, it} from 'vitest';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {pathParams} from '../../src/schema/paths.ts';
import {statusByKey} from '../../src/schema/statuses/statuses.ts';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {lifeCycleNames, openLifeCycle, said} from '../support/lifeCycle.ts';
import {filesKept, formOf, NOTA, PDF} from '../support/tickets.ts';

/** Actions of each by what they are tried for: once, with files, and by many of whom one wins. */
const ACTIONS: Readonly<Record<string,
  {race: string; from: string; withFiles: string; filesFrom: string; contest: string; contestFrom: string}>> = {
  tickets: {race: 'atender', from: 'emAberto', withFiles: 'finalizar', filesFrom: 'pendencia', contest: 'atender', contestFrom: 'emAberto'},
  laudos: {race: 'assumir', from: 'rascunho', withFiles: 'aprovar', filesFrom: 'analise', contest: 'aprovar', contestFrom: 'analise'},
};
/** Fields, and an action that asks for them by their names alone. */
const withLimit = (name: string, resource: Resource): Resource => ({
  ...resource,
  fields: {
    ...resource.fields,
    limite: {kind: 'numero', label: 'Limite', min: 1, max: 9, readOnly: true},
      porque: {kind: 'texto', label: 'Porque', maxLength: 9, readOnly: true},
  },
  actions: {
    ...resource.actions,
    limitar: {
      label: 'Limitar', call: `PUT ${name}/limitar/:id`, from: {'*': ['empresa']}, success: 'Limitado!',
      asks: {
        limite: {kind: 'numero', label: 'Novo limite'},
        porque: {kind: 'texto', label: 'Por quê', required: {is: {limite: [9]}}} as unknown as Field,
        observacao: {kind: 'texto', label: 'Observação', maxLength: 20},
      },
    },
  },
});
const config: Config = {
  ...acceptance,
  resources: Object.fromEntries(Object.entries(acceptance.resources).map(([name, resource]) =>
    [name, lifeCycleNames.includes(name) ? withLimit(name, resource) : resource])),
};

describe.each(lifeCycleNames)('calls of %s', name => {
  const {race, from, withFiles, filesFrom, contest, contestFrom} = ACTIONS[name]!;
  const resource = config.resources[name]!;
  const actionOf = (action: string) => resource.actions![action]!;
  const life = beforeTests(() => openLifeCycle(name, {config, many: true}));
  let id: number;
  beforeEach(async () => {
    ({id} = await life.open());
  });
  const empresa = () => life.world.users.empresa;
  const act = (action: string, body: object = {}, headers: Record<string, string> = {}, as: {id: number; token: string} = empresa()) =>
    life.call(as, actionOf(action).call, id, {body, headers});
  const ready = (action = race, key = from) =>
    life.put(id, key, empresa().id, new Set(actionOf(action).needs?.includes('naoPerito') === true ? ['perito'] : []));
  const other = {status: 400, body: {codigo: 'CONFLITO', message: 'Esta chave de idempotência já foi usada com outro conteúdo.'}};

  describe('again, with their key', () => {
    it('open one record, with its files, and answer the same', async () => {
      const create = (valores: object, bytes = PDF) =>
        life.create(empresa(), life.data({Placa: 'ABC1D23', ...valores}), [{...NOTA, bytes}], {'idempotency-key': `abrir ${id}`});
      const first = await create({});
      expect(first.status).toBe(201);
      const disk = await filesKept(life.test);
      expect(await create({})).toMatchObject({status: 201, body: first.body, headers: {location: first.headers['location']}});
      expect(await create({Placa: 'XYZ9K88'})).toMatchObject(other);
      expect(await create({}, Buffer.concat([PDF, PDF]))).toMatchObject(other);
      expect(await filesKept(life.test)).toEqual(disk);
      expect((await life.everything(first.body.id + 1))).toBeUndefined();
    });

    it('do an action once, also without files', async () => {
      await ready();
      const key = {'idempotency-key': `agir ${id}`};
      const first = await act(race, {}, key);
      expect(first.status).toBe(200);
      const after = await life.everything(id);
      expect(await act(race, {}, key)).toMatchObject({status: 200, body: first.body, headers: {etag: first.headers['etag']}});
      expect(await act(race, {outra: 1}, key)).toMatchObject(other);
      expect(await act('limitar', {}, key)).toMatchObject(other);
      expect(await life.everything(id)).toEqual(after);
      // Without its key it is another call, and comes too late.
      expect(await act(race, {})).toAnswer(400, {codigo: 'CONFLITO'});
    });

    it('do an action with files once, and keep them once', async () => {
      await ready(withFiles, filesFrom);
      const send = (bytes = PDF) => life.call(empresa(), actionOf(withFiles).call, id, {
        form: formOf(said('Tudo certo.'), [{nome: 'b.pdf', tipo: 'Laudo', bytes}]), headers: {'idempotency-key': `enviar ${id}`},
      });
      const [first, ...others] = await Promise.all([send(), send(), send()]);
      expect([first.status, first.body[life.files]?.length]).toEqual([200, 2]);
      const disk = await filesKept(life.test);
      for (const other of [...others, await send()]) expect(other).toAnswer(200, first.body);
      expect((await life.everything(id)).historico).toHaveLength(3);
      expect(await send(Buffer.concat([PDF, PDF]))).toMatchObject(other);
      expect(await filesKept(life.test)).toEqual(disk);
    });

    it('save once, with their file, and are free again where they were refused', async () => {
      const {itens} = await life.everything(id);
      const save = (valor: string) => life.call(empresa(), `PUT ${name}/:id`, id, {
        form: formOf({[life.form]: [{id: itens![0]!.id, valor}], versao: 1}, [{nome: 'b.pdf', tipo: 'Laudo'}]),
        headers: {'idempotency-key': `salvar ${id}`},
      });
      expect(await save('')).toAnswer(400, {codigo: 'VALIDACAO'});
      const first = await save('XYZ9K88');
      expect(first).toAnswer(200, {versao: 2});
      const [disk, after] = [await filesKept(life.test), await life.everything(id)];
      expect(await save('XYZ9K88')).toMatchObject({status: 200, body: first.body, headers: {etag: first.headers['etag']}});
      expect(await save('OUTRA')).toMatchObject(other);
      expect([await filesKept(life.test), await life.everything(id)]).toEqual([disk, after]);
    });

    it('add one file', async () => {
      const upload = (bytes = PDF) => life.upload(empresa(), id, [{nome: 'b.pdf', bytes}], {}, {'idempotency-key': `anexar ${id}`});
      const first = await upload();
      expect(await upload()).toAnswer(201, first.body);
      expect(await upload(Buffer.concat([PDF, PDF]))).toMatchObject(other);
      expect((await life.everything(id)).arquivos).toHaveLength(2);
      const {id: second} = await life.open();
      expect(await life.upload(empresa(), second, [{nome: 'b.pdf'}], {}, {'idempotency-key': `anexar ${id}`})).toMatchObject(other);
    });

    it("are somebody else's to somebody else", async () => {
      const open = (as: {token: string}) => life.create(as, life.data(), [NOTA], {'idempotency-key': `de quem ${id}`});
      const [mine, theirs] = [await open(empresa()), await open(life.test.adm)];
      expect([mine.status, theirs.status, theirs.body.id === mine.body.id]).toEqual([201, 201, false]);
    });
  });

  describe('on an older version', () => {
    const stale = {status: 400, body: {codigo: 'VERSAO', message: 'Este registro foi alterado por outra pessoa. Recarregue a página.'}};

    it('do no action', async () => {
      await ready();
      const before = await life.everything(id);
      expect(await act(race, {versao: 0})).toMatchObject(stale);
      expect(await act(race, {}, {'if-match': '"5"'})).toMatchObject(stale);
      expect(await act(race, {}, {'if-match': '"abc"'})).toMatchObject(stale);
      expect(await life.everything(id)).toEqual(before);
      expect(await act(race, {}, {'if-match': '"1"'})).toMatchObject({status: 200, headers: {etag: '"2"'}, body: {versao: 2}});
    });

    it('save nothing', async () => {
      const {itens} = await life.everything(id);
      const save = (valor: string, headers: Record<string, string>, versao?: number) =>
        life.call(empresa(), `PUT ${name}/:id`, id, {body: {[life.form]: [{id: itens![0]!.id, valor}], versao}, headers});
      expect(await save('NOVA-1', {}, 1)).toMatchObject({status: 200, headers: {etag: '"2"'}});
      const before = await life.everything(id);
      expect(await save('NOVA-2', {}, 1)).toMatchObject(stale);
      expect(await save('NOVA-2', {'if-match': '"1"'})).toMatchObject(stale);
      expect(await life.everything(id)).toEqual(before);
      expect(await save('NOVA-2', {})).toAnswer(200, {versao: 3});
    });
  });

  describe('at once', () => {
    it('have exactly one winner, and the others are told who it is', async () => {
      await ready(contest, contestFrom);
      const rival = await life.test.seed.usuario({perfil: 'empresa', idEmpresa: life.world.idEmpresa, nome: 'Rival'});
      const callers = Array.from({length: 12}, (_, at) => (at % 2 === 0 ? empresa() : rival));
      // Two servers on one database: what holds the record is the database, not a queue of either.
      const twin = await life.test.second();
      const answers = await Promise.all(callers.map((as, at) => (at % 3 === 0 ? twin : life.test)
        .api(as, actionOf(contest).call, {params: {id, idUsuario: as.id}, body: said('Tudo certo.')})));
      await twin.close();
      const won = answers.findIndex(({status}) => status === 200);
      expect(answers.filter(({status}) => status === 200)).toHaveLength(1);
      const {body: winner} = await life.test.api(life.test.adm, 'GET usuarios/:id', {params: {id: callers[won]!.id}});
      const {name: status, end} = statusByKey(resource, actionOf(contest).to as string)!;
      const taken = `${resource.label.one} já está em ${status}`;
      for (const [at, {status: answered, body}] of answers.entries()) {
        if (at === won) continue;
        // Of a record that is at its end nobody has it any more, and somebody brought it there; to themselves nobody is named.
        const message = callers[at]!.id === winner.id ? `${taken}.` : `${taken}, ${end === true ? 'por' : 'com'} ${winner.nome as string}.`;
        expect({answered, codigo: body.codigo, message: body.message}).toEqual({answered: 400, codigo: 'CONFLITO', message});
      }
      expect((await life.everything(id)).historico.filter(({acao}) => acao === contest)).toHaveLength(1);
    });

    it('saves of the same version let one through', async () => {
      const {itens} = await life.everything(id);
      const answers = await Promise.all(Array.from({length: 6}, (_, at) => life.call(empresa(), `PUT ${name}/:id`, id, {
        body: {versao: 1, [life.form]: [{id: itens![0]!.id, valor: `V-${at}`}]},
      })));
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(1);
      expect(answers.filter(answer => answer.body.codigo === 'VERSAO')).toHaveLength(5);
      expect((await life.everything(id)).historico).toHaveLength(2);
    });

    it('under one key open one record', async () => {
      const disk = await filesKept(life.test);
      const headers = {'idempotency-key': `juntas ${id}`};
      const answers = await Promise.all(Array.from({length: 6}, () => life.create(empresa(), life.data(), [NOTA], headers)));
      expect(new Set(answers.map(({status, body}) => `${status} ${body.id}`))).toEqual(new Set([`201 ${answers[0]!.body.id}`]));
      expect(await filesKept(life.test)).toHaveLength(disk.length + 1);
    });
  });

  const named = Object.entries(resource.actions ?? {}).filter(([, {call}]) => pathParams(call).includes('idUsuario'));
  it.each(named)("%s is done in one's own name", async (_name, action) => {
    const [key = ''] = Object.keys(action.from ?? {});
    await life.put(id, key, empresa().id, new Set(['atendente', 'perito']));
    const before = await life.everything(id);
    const answer = await life.test.api(empresa().token, action.call, {params: {id, idUsuario: life.test.adm.id}, body: {}});
    expect(answer).toAnswer(403, {codigo: 'PERMISSAO'});
    expect(await life.everything(id)).toEqual(before);
  });

  describe('what an action asks', () => {
    const wrong = (body: object) => ({status: 400, body: {codigo: 'VALIDACAO', ...body}});
    it('is the field it is called like, with its limits, and is stored', async () => {
      for (const [limite, mensagem] of [[0, 'De 1 a 9.'], [10, 'De 1 a 9.'], ['x', undefined]] as const) {
        expect(await act('limitar', {limite})).toMatchObject(wrong({campos: [{campo: 'limite',
          ...(mensagem === undefined ? {} : {mensagem})}]}));
      }
      expect(await act('limitar', {limite: 9, porque: 'x'.repeat(10)}))
        .toMatchObject(wrong({campos: [{campo: 'porque', mensagem: 'Limite de 9 caracteres excedido.'}]}));
      expect(await act('limitar', {limite: 3, porque: 'Sim'})).toAnswer(200, {limite: 3, porque: 'Sim', versao: 2});
      const {registro, historico} = await life.everything(id);
      expect(registro).toMatchObject({limite: 3, porque: 'Sim'});
      expect(historico.at(-1)).toMatchObject({acao: 'limitar', antes: {limite: null, porque: null}, depois: {limite: 3, porque: 'Sim'}});
      // It is asked for by the action alone: saving leaves it.
      await life.call(empresa(), `PUT ${name}/:id`, id, {body: {limite: 7}});
      expect((await life.everything(id)).registro).toMatchObject({limite: 3});
    });

    it('is demanded as another answer has it', async () => {
      expect(await act('limitar', {limite: 9}))
        .toMatchObject(wrong({campos: [{campo: 'porque', mensagem: 'Esse campo é obrigatório.'}]}));
      expect(await act('limitar', {limite: 8})).toAnswer(200);
      // What the record holds since is not the answer.
      expect(await act('limitar', {limite: 9})).toMatchObject(wrong({campos: [{campo: 'porque'}]}));
    });

    it('is in the history where it is no field, with the record as it was', async () => {
      expect(await act('limitar', {observacao: 'Sem pressa'})).toAnswer(200, {versao: 1});
      const [step] = await life.history(empresa(), id);
      const campos = [{campo: 'observacao', rotulo: 'Observação', antes: '', depois: 'Sem pressa'}];
      expect(step).toMatchObject({acao: 'Limitar', comentario: 'Limitado', campos});
    });

    it('changes and tells nothing where nothing is answered, or the answer is what there is', async () => {
      await act('limitar', {limite: 5});
      const before = await life.everything(id);
      expect(await act('limitar', {})).toAnswer(200, {limite: 5, versao: 2});
      expect(await act('limitar', {limite: null, porque: '', naoPedido: 'x'})).toAnswer(200);
      expect(await life.everything(id)).toEqual(before);
    });
  });
});
