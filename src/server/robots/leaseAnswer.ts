/** The answer to a claim: the lease, the record and earlier failures. */
import {hash} from 'node:crypto';
import {sql, type RawBuilder} from 'kysely';
import {filesKey, itemsKey} from '../../schema/parts.ts';
import {ATTEMPT_KEY, robotStepName} from '../../schema/queue.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type * as wire from '../../schema/apiShapes.ts';
import {columnOf, resourceOf, tableOf} from '../db/sqlNames.ts';
import {titleText} from '../db/titleText.ts';
import type {DbOrTrx} from '../db/tables.ts';
import type {Lease} from './claim.ts';
import type {RobotQueue} from './robotQueue.ts';

/** Hash of what a template asks; a change breaks existing robots. Values and item order do not count. */
export const contractHash = (itens: readonly Pick<wire.FormItem, 'item' | 'tipoCampo' | 'obrigatorio'>[]): string => {
  const contract = itens.map(({item, tipoCampo, obrigatorio}) => [item ?? 0, tipoCampo, obrigatorio] as const)
    .toSorted(([left], [right]) => left - right);
  return hash('sha256', JSON.stringify(contract)).slice(0, 16);
};

/** Id and title of the record that `t` references, as JSON. */
export const referencedTitleJson = (
  {config, resource}: Pick<RobotQueue, 'config' | 'resource'>, name: string | undefined,
): RawBuilder<unknown> => {
  const field = name === undefined ? undefined : resource.fields[name];
  if (name === undefined || field?.kind !== 'referencia') return sql`null::json`;
  return sql`(
    select json_build_object('id', r.id, 'descricao', coalesce(${titleText(config, resourceOf(config, field.to), 'r')}, ''))
    from ${sql.table(tableOf(field.to))} as r
    where r.id = ${sql.ref(`t.${columnOf(name, field)}`)})`;
};

const MAX_FAILURES = 10;

const readLeaseDetails = async (line: RobotQueue, db: DbOrTrx, id: number): Promise<RecordValues> => {
  const {name, resource} = line;
  const {rows: [row = {}]} = await sql<RecordValues>`
    select ${referencedTitleJson(line, resource.template?.by)} as modelo, ${referencedTitleJson(line, resource.owner?.empresa)} as empresa,
      ${referencedTitleJson(line, resource.owner?.filial)} as filial, (
        select coalesce(json_agg(h.one order by h.id desc), '[]') from (
          select h.id, (h.depois -> ${ATTEMPT_KEY}::text) || jsonb_build_object('dataCriacao', h.data_criacao) as one from historico as h
          where h.recurso = ${name} and h.id_registro = t.id and h.acao in (${robotStepName('falhar')}, ${robotStepName('expirar')})
          order by h.id desc limit ${MAX_FAILURES}::integer) as h) as falhas
    from ${sql.table(tableOf(name))} as t where t.id = ${id}`.execute(db);
  return row;
};

type FailedAttempt = RecordValues & {dataCriacao: unknown};

export const readLeaseAnswer = async (line: RobotQueue, db: DbOrTrx, lease: Lease): Promise<RecordValues> =>
  toLeaseAnswer(line, lease, await readLeaseDetails(line, db, lease.id));

export const toLeaseAnswer = (
  {resource, queue}: RobotQueue, {
    id, tentativa, token, ate, limite, segundos, workflow, body,
  }: Lease, {falhas, ...references}: RecordValues,
): RecordValues => {
  const itens = ((body[itemsKey(resource)] ?? []) as wire.FormItem[]).map(({item = null, descricao, tipoCampo, obrigatorio, valor}) =>
    ({item, descricao, tipoCampo, obrigatorio, valor}));
  const {template} = resource;
  return {
    [queue.calls.record]: id, tentativa, leaseToken: token, leaseAte: ate.toISOString(), leaseSegundos: segundos,
    limiteAte: limite.toISOString(), contrato: contractHash(itens), workflow, modelo: references['modelo'] ?? null,
    versaoModelo: template?.version === undefined ? null : body[template.version] ?? null,
    empresa: references['empresa'] ?? null, filial: references['filial'] ?? null,
    campos: Object.fromEntries(Object.entries(body).filter(([name]) => resource.fields[name] !== undefined)),
    itens: resource.template === undefined ? [] : itens, arquivos: resource.files === undefined ? [] : body[filesKey(resource)],
    falhas: (falhas as FailedAttempt[]).map(({dataCriacao, ...attempt}) =>
      ({tipo: '', codigo: '', mensagem: '', robo: '', campos: [], ...attempt, dataCriacao: new Date(String(dataCriacao)).toISOString()})),
  };
};
