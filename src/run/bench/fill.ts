/** The records that the benchmark's lists show: names with accents, 20 companies, the first with three in ten of everything. */
import {sql} from 'kysely';
import type {Context} from '../../server/context.ts';
import {hashPassword} from '../../server/sessions/password.ts';

const COMPANIES = 20;
export const EMPRESA = 1;
const BATCH = 5000;
const SENHA = 'segredo-do-banco';
/** A term that one name in 200 holds, and one that half of them do. */
export const RARE = 'jericó';
export const COMMON = 'ltda';

export interface Person {
  email: string;
  senha: string;
}
/** Who manages the first company. */
export const MANAGER: Person = {email: 'gestor@banco.test', senha: SENHA};

/** Companies with a branch and a template of four items each, and the first one's manager. */
export const fillCompanies = async ({db}: Context): Promise<void> => {
  const series = sql`generate_series(1, ${COMPANIES}::integer) as i`;
  await sql`insert into empresas (razao_social, cnpj, email, telefone)
    select 'Empresa ' || i, lpad(i::text, 14, '0'), 'contato@empresa.test', '1133334444' from ${series}`.execute(db);
  await sql`insert into filiais (id_empresa, descricao, razao_social, cnpj, telefone, contato)
    select i, 'Filial ' || i, 'Filial Ltda', lpad(i::text, 14, '0'), '1133334444', 'Ana' from ${series}`.execute(db);
  await sql`insert into modelos_formulario (id_empresa, id_filial, descricao, chave, chave_pai)
    select i, i, 'Descarga', 'CHAVE-' || i, 'PAI' from ${series}`.execute(db);
  await sql`insert into modelos_formulario_item (id_modelo_formulario, descricao, tipo_campo, mostrar_consulta_ticket, ordem)
    select i, name, 'texto', ordem = 1, ordem
    from ${series}, unnest(array['Placa', 'Motorista', 'Produto', 'Observação']) with ordinality as item (name, ordem)`.execute(db);
  await sql`insert into usuarios (nome, email, tipo, id_empresa, senha_hash)
    values ('Gestor', ${MANAGER.email}, 2, ${EMPRESA}, ${await hashPassword(SENHA)})`.execute(db);
};

/** Spreads what is counted, so that neighbours by id are none by name. */
const spread = sql`(i::bigint * 7919 % 100003)`;
const name = sql`
  (array['Transportadora', 'Cooperativa', 'Armazéns', 'Comércio', 'Cerealista', 'Agropecuária', 'Irmãos', 'Grãos'])[1 + ${spread} % 8]
  || ' '
  || (array['São José', 'Conceição', 'Araçatuba', 'do Sul', 'Três Irmãos', 'Ouro Verde', 'Paraná', 'Ribeirão'])[1 + ${spread} / 8 % 8]
  || case when i % 200 = 0 then ' Jericó' else '' end || ' ' || ${spread} || case when i % 2 = 0 then ' Ltda' else '' end`;
const company = sql`(case when i % 10 < 3 then 1 else 2 + i % ${sql.lit(COMPANIES - 1)} end)`;

/** Suppliers, users and tickets number `from` to `to`, some at a time: a server ends a statement that takes long. */
export const fillRecords = async (context: Context, from: number, to: number): Promise<void> => {
  for (let first = from; first <= to; first += BATCH) await fillBatch(context, first, Math.min(to, first + BATCH - 1), to);
  // What the servers' own maintenance comes to sooner or later; not what is measured here.
  await sql`vacuum (analyze)`.execute(context.db);
};

const fillBatch = async ({db}: Context, from: number, to: number, last: number): Promise<void> => {
  const series = sql`generate_series(${from}::integer, ${to}::integer) as i`;
  await sql`insert into fornecedores (id_empresa, razao_social, email, telefone, contato)
    select ${company}, ${name}, 'contato' || i || '@fornecedor.test', '11988887777', 'Ana ' || i % 100 from ${series}`.execute(db);
  await sql`insert into usuarios (nome, email, tipo, id_empresa)
    select ${name}, 'pessoa' || i || '@banco.test', 3 + 2 * (i % 2), ${company} from ${series}`.execute(db);
  // Three years of tickets.
  await sql`
    insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario, id_status_ticket, descricao, itens_formulario,
      data_criacao, data_finalizacao)
    select company, company, company, 1, status, 'Descarga', text, created, case when status = 7 then created end
    from (
      select ${company} as company, 1 + i % 8 as status, 'Placa: ' || i || ', ' || ${name} as text,
        now() - make_interval(mins => ((${last}::integer - i) * 1576800.0 / ${last}::integer)::integer) as created
      from ${series}
    ) as t`.execute(db);
};
