/** Where the open records are: by branch, and by the other references that the dashboard names. */
import {sql} from 'kysely';
import type {Resource} from '../../schema/config/config.ts';
import {sharedBy} from '../../schema/dashboard.ts';
import {NONE} from '../../schema/lists/query.ts';
import type {Shares, Summary} from '../../schema/wire.ts';
import {columnOf, resourceOf, snake, tableOf} from '../db/names.ts';
import type {Sql} from '../db/tables.ts';
import {countedIn} from './counts.ts';
import type {Question} from './question.ts';
import {fromRows} from './rows.ts';

/** What a record of the relation `as` is called. */
const titleOf = ({fields, title}: Resource, as: string): Sql => {
  const field = fields[title];
  return field === undefined ? sql`${sql.ref(`${as}.id`)}::text` : sql.ref(`${as}.${columnOf(title, field)}`);
};

/** The same, with the branch it is of: several branches have forms of one name. */
const nameOf = ({context: {config}, place}: Question, resource: Resource): Sql => {
  const {filial = ''} = resource.owner ?? {};
  const branch = resource.fields[filial];
  if (branch?.kind !== 'referencia' || place.idFilial !== 0) return titleOf(resource, 'b');
  const branches = resourceOf(config, branch.to);
  const own = sql.ref(`b.${columnOf(filial, branch)}`);
  return sql`concat_ws(' · ', ${titleOf(resource, 'b')},
    (select ${titleOf(branches, 'f')} from ${sql.table(tableOf(branch.to))} as f where f.id = ${own}))`;
};

/** The open records by what a field refers to; those without one count where the list can be asked for them. */
const sharesBy = async (question: Question, field: string): Promise<Shares> => {
  const {context, subject: {resource}} = question;
  const reference = resource.fields[field];
  if (reference?.kind !== 'referencia') return [];
  const to = resourceOf(context.config, reference.to);
  const isBranch = field === resource.owner?.filial;
  const company = isBranch ? to.owner?.empresa : undefined;
  const none = resource.list.filters?.[field]?.none;
  const counted = isBranch
    ? sql`select filial as valor, quantidade from ${countedIn(question, {of: 'open'})}`
    : sql`select valor, quantidade from ${fromRows(question, {of: 'open'}, field)} as contado`;
  const {rows} = await sql<Shares[number]>`
    select coalesce(b.id, ${NONE}::integer) as id, c.qtd,
      case when b.id is null then ${none ?? ''}::text else ${nameOf(question, to)} end as descricao
      ${company === undefined ? sql`` : sql`, ${sql.ref(`b.${snake(company)}`)} as "idEmpresa"`}
    from (select valor, sum(quantidade)::integer as qtd from (${counted}) as aberto group by valor) as c
    left join ${sql.table(tableOf(reference.to))} as b on b.id = c.valor
    where c.qtd > 0 ${none === undefined ? sql`and b.id is not null` : sql``} order by c.qtd desc, descricao, id`.execute(context.db);
  return rows;
};

/** By what the dashboard names, as far as whoever asks is told; the branch has a name of its own in the answer. */
export const openBy = async (question: Question): Promise<Pick<Summary, 'porFilial' | 'por'>> => {
  const {context: {config}, subject: {resource}, actor: {perfil}} = question;
  const fields = sharedBy(config, perfil);
  const found = await Promise.all(fields.map(async field => [field, await sharesBy(question, field)] as const));
  const {[resource.owner?.filial ?? '']: byBranch = [], ...others} = Object.fromEntries(found);
  return {porFilial: byBranch.map(({id, ...share}) => ({idFilial: id, ...share})), por: others};
};
