/**
 * Records as a living installation has them: one company with half of the tickets, one with ten, 198 with the rest, three years,
 * most of it finished, and tables as a working day leaves them, not as a vacuum does.
 */
import {sql, type Kysely} from 'kysely';
import {FIRST_COUNT_TABLES} from '../../src/server/db/counts/definition.ts';
import {foldCountDeltas} from '../../src/server/db/counts/fold.ts';
import {withoutClientLimits} from '../../src/server/db/limits.ts';
import type {Db, Tables} from '../../src/server/db/tables.ts';
import {hashPassword} from '../../src/server/accounts/password.ts';

export const SENHA = 'segredo-do-banco';
export const ADM = 'adm@banco.test';
/** The company with half of the tickets, and the one with ten. */
export const LARGE = 1;
export const TINY = 2;
/** Who manages a company, works in a branch, supplies (their code is `T` and the number), is a company's robot. */
export const manager = (idEmpresa: number): string => `gestor${idEmpresa}@banco.test`;
export const clerk = (idFilial: number): string => `filial${idFilial}@banco.test`;
export const supplier = (number: number): string => `fornecedor${number}@banco.test`;
export const robot = (idEmpresa: number): string => `robo${idEmpresa}@banco.test`;
/** A text that one ticket or supplier in 2000 holds, and one that an eighth of them do. */
export const RARE = 'jericó';
export const COMMON = 'ouro verde';

const COMPANIES = 200;
const BRANCHES = 3;
const BATCH = 20_000;
/** Of the tickets so many are there when the tables are analyzed. */
const ANALYZED = 0.99;

type Connection = Kysely<Tables>;

/** How many suppliers (users of that profile) there are beside so many tickets. */
const suppliers = (tickets: number): number => Math.max(20, Math.round(tickets / 50 / COMPANIES)) * COMPANIES;

const TITLES = sql`array['São José', 'Conceição', 'Araçatuba', 'do Sul', 'Três Irmãos', 'Ouro Verde', 'Paraná', 'Ribeirão']`;
/** Spreads what is counted, so that neighbours by number are none by name. */
const spread = sql`(i::bigint * 7919 % 100003)::integer`;
const firm = sql`(${TITLES})[1 + ${spread} / 8 % 8] || case when i % 2000 = 1 then ' Jericó' else '' end
  || case when i % 2 = 0 then ' Ltda' else '' end`;

const fillPlaces = async (db: Connection): Promise<void> => {
  const [companies, branches] = [COMPANIES, COMPANIES * BRANCHES].map(many => sql`generate_series(1, ${many}::integer) as i`);
  const company = sql`1 + (i - 1) / ${sql.lit(BRANCHES)}`;
  await sql`insert into empresas (razao_social, cnpj, email, telefone)
    select 'Empresa ' || i, lpad(i::text, 14, '0'), 'contato@empresa.test', '1133334444' from ${companies}`.execute(db);
  await sql`insert into filiais (id_empresa, descricao, razao_social, cnpj, telefone, contato)
    select ${company}, 'Filial ' || i, 'Filial Ltda', lpad(i::text, 14, '0'), '1133334444', 'Ana' from ${branches}`.execute(db);
  await sql`insert into modelos_formulario (id_empresa, id_filial, descricao, chave, chave_pai, work_flow_name_rpa)
    select ${company}, i, 'Descarga', 'CHAVE-' || i, 'PAI', case when i % 3 = 0 then 'Descarga' end from ${branches}`.execute(db);
  await sql`insert into modelos_formulario_item (id_modelo_formulario, descricao, tipo_campo, mostrar_consulta_ticket, ordem)
    select i, name, 'texto', ordem in (1, 3), ordem
    from ${branches}, unnest(array['Placa', 'Motorista', 'Transportadora', 'Observação']) with ordinality as item (name, ordem)
    order by i, ordem`.execute(db);
};

const fillPeople = async (db: Connection, tickets: number): Promise<void> => {
  const hash = await hashPassword(SENHA);
  const users = async (kind: number, many: number, name: string, email: string, company: ReturnType<typeof sql>, code = sql`null`) => {
    await sql`insert into usuarios (nome, email, tipo, id_empresa, codigo_externo, senha_hash)
      select ${name} || ' ' || i, ${email} || i || '@banco.test', ${kind}::integer, ${company}, ${code}, ${hash}
      from generate_series(1, ${many}::integer) as i`.execute(db);
  };
  await sql`insert into usuarios (nome, email, tipo, senha_hash) values ('Adm', ${ADM}, 1, ${hash})
    on conflict do nothing`.execute(db);
  await users(2, COMPANIES, 'Gestor', 'gestor', sql`i`);
  await users(4, COMPANIES, 'Robô', 'robo', sql`i`);
  await users(5, COMPANIES * BRANCHES, 'Pessoa', 'filial', sql`1 + (i - 1) / ${sql.lit(BRANCHES)}`);
  await users(3, suppliers(tickets), 'Motorista', 'fornecedor', sql`1 + (i - 1) % ${sql.lit(COMPANIES)}`, sql`'T' || i`);
  await sql`insert into usuarios_filiais (id_usuario, id_filial, id_empresa)
    select u.id, f.id, f.id_empresa from usuarios u join filiais f on f.id_empresa = u.id_empresa
    where u.tipo = 3 or (u.tipo = 5 and u.email = 'filial' || f.id || '@banco.test')`.execute(db);
  await sql`insert into fornecedores (id_empresa, razao_social, email, telefone, contato)
    select 1 + i % ${sql.lit(COMPANIES)}, 'Transportadora ' || ${firm} || ' ' || i, 'contato' || i || '@fornecedor.test',
      '11988887777', 'Ana'
    from generate_series(1, ${Math.round(tickets / 10)}::integer) as i`.execute(db);
};

/** Which tickets are made, and how. */
interface Filling {
  /** How many there will be. */
  tickets: number;
  /** Whether they have forms, files and a whole history, which take half of the time; lists ask for none of them. */
  parts: boolean;
  /** Hears how many are there. */
  told?: (tickets: number) => void;
}

/** Tickets number `from` to `to`, which are their ids. */
const fillTickets = async (db: Connection, from: number, to: number, {tickets: last, parts}: Filling): Promise<void> => {
  const rest = COMPANIES - 2;
  const company = sql`(case when i % ${sql.lit(Math.round(last / 10))} = 7 then ${TINY}::integer when i % 2 = 0 then ${LARGE}::integer
    else 3 + ${spread} % ${sql.lit(rest)} end)`;
  const first = (kind: number) => sql`(select min(id) from usuarios where tipo = ${sql.lit(kind)})`;
  const each = sql.lit(suppliers(last) / COMPANIES);
  await sql`
    insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario, id_usuario_atendimento, id_status_ticket, descricao,
      codigo_transportadora, itens_formulario, data_criacao, data_finalizacao, status_desde, comentario$texto, comentario$usuario,
      comentario$data)
    select e, branch, branch, case when s % 4 = 0 then manager else ${first(3)} + number - 1 end,
      case when status in (3, 4, 5, 6, 7) then manager end, status, 'Descarga', 'T' || number, text, made,
      case when status = 7 then least(made + interval '2 days', now()) end, least(made + interval '2 days', now()),
      case when status in (6, 7) then 'Falta o comprovante.' end, case when status in (6, 7) then manager end,
      case when status in (6, 7) then least(made + interval '2 days', now()) end
    from (
      select *, (e - 1) * ${sql.lit(BRANCHES)} + 1 + i % ${sql.lit(BRANCHES)} as branch,
        e + ${sql.lit(COMPANIES)} * (s % ${each}) as number, ${first(2)} + e - 1 as manager
      from (
        select i, ${company} as e, ${spread} as s,
          case when i > 0.9 * ${last}::integer then 1 + ${spread} % 8
            when ${spread} % 20 = 0 then 8 when ${spread} % 40 = 1 then 1 + ${spread} % 6 else 7 end as status,
          'Placa: ' || upper(substr(md5(i::text), 1, 7)) || '; Transportadora: ' || ${firm} as text,
          now() - (${last}::integer - i) * (interval '3 years' / ${last}::integer) as made
        from generate_series(${from}::integer, ${to}::integer) as i
      ) as t
    ) as t order by i`.execute(db);
  // What robots worked on decides what they reach.
  await sql`
    insert into historico (recurso, id_registro, id_usuario, acao, de_status, para_status, data_criacao)
    select 'tickets', k.id, ${first(4)} + k.id_empresa - 1, 'pendenciar', '5', '6', k.data_criacao + interval '2 hours'
    from tickets as k where k.id between ${from} and ${to} and k.id % 50 = 0`.execute(db);
  if (parts) await fillParts(db, from, to);
};

const fillParts = async (db: Connection, from: number, to: number): Promise<void> => {
  const these = sql`from tickets as k where k.id between ${from} and ${to}`;
  await sql`
    insert into historico (recurso, id_registro, id_usuario, acao, de_status, para_status, data_criacao)
    select 'tickets', k.id, k.id_usuario, 'abrir', null, '1', k.data_criacao ${these}
    union all select 'tickets', k.id, k.id_usuario_atendimento, 'atender', '1', '3', k.data_criacao + interval '1 hour' ${these}
      and k.id_usuario_atendimento is not null`.execute(db);
  await sql`
    insert into tickets_formularios (id_registro, id_item, ordem, descricao, tipo_campo, obrigatorio, mostrar_consulta_ticket, valor)
    select k.id, (k.id_modelo_formulario - 1) * 4 + ordem, ordem, name, 'texto', false, ordem in (1, 3), name || ' ' || k.id
    from tickets as k, unnest(array['Placa', 'Motorista', 'Transportadora', 'Observação']) with ordinality as item (name, ordem)
    where k.id between ${from} and ${to} order by k.id, ordem`.execute(db);
  await sql`
    insert into tickets_arquivos (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario, data_criacao)
    select id, substr(file, 1, 2) || '/' || substr(file, 3, 2) || '/' || file, 'nota.pdf', 'Nota Fiscal', 'Portal', 65536, repeat('0', 64),
      id_usuario, data_criacao
    from (select *, gen_random_uuid()::text as file from tickets where id between ${from} and ${to}) as k`.execute(db);
};

/** More than anybody is told of. */
const fillNotices = async (db: Connection, tickets: number): Promise<void> => {
  await sql`insert into avisos (id_usuario, recurso, id_registro, texto)
    select u.id, 'tickets', ${tickets}::integer - n, 'O ticket ' || n || ' espera.'
    from usuarios as u, generate_series(1, 2000) as n where u.email in (${ADM}, ${manager(LARGE)})`.execute(db);
};

const inBatches = async (db: Connection, from: number, to: number, filling: Filling): Promise<void> => {
  for (let first = from; first <= to; first += BATCH) {
    const end = Math.min(to, first + BATCH - 1);
    await fillTickets(db, first, end, filling);
    filling.told?.(end);
  }
};

/** Work on one connection that may take its time, and whose commits need not outlive a power cut. */
export const patiently = (db: Db, work: (connection: Connection) => Promise<void>): Promise<void> =>
  withoutClientLimits(() => db.connection().execute(async connection => {
    await sql`select set_config('statement_timeout', '0', false), set_config('synchronous_commit', 'off', false)`.execute(connection);
    await work(connection);
    await sql`reset statement_timeout`.execute(connection);
    await sql`reset synchronous_commit`.execute(connection);
  }));

/** Folds between which what was folded leaves its place in the table: each goes over what is there from its beginning. */
const FOLDS = 20;
const foldAll = (db: Db): Promise<void> => patiently(db, async connection => {
  for (let folds = 1; (await foldCountDeltas(connection)) > 0; folds++) {
    if (folds % FOLDS === 0) await sql`vacuum ${sql.table(FIRST_COUNT_TABLES.changes)}`.execute(connection);
  }
});

/**
 * Fills an empty, prepared database. Its statistics are those of a moment before: after them came the last tickets, and moves.
 */
export const fillDatabase = async (db: Db, filling: Filling): Promise<void> => {
  const {tickets} = filling;
  const analyzed = Math.round(tickets * ANALYZED);
  await patiently(db, async connection => {
    await fillPlaces(connection);
    await fillPeople(connection, tickets);
    await sql`analyze usuarios`.execute(connection);
    await inBatches(connection, 1, analyzed, filling);
  });
  await foldAll(db);
  await patiently(db, async connection => void await sql`vacuum (analyze)`.execute(connection));
  await patiently(db, async connection => {
    await inBatches(connection, analyzed + 1, tickets, filling);
    await sql`update tickets set versao = versao + 1, id_status_ticket = 3, id_usuario_atendimento = id_usuario
      where id % 40 in (3, 4) and id > ${Math.round(tickets / 2)} and id_status_ticket < 7`.execute(connection);
    await sql`update tickets set versao = versao + 1 where id % 40 in (7, 8) and id > ${Math.round(tickets / 2)}`.execute(connection);
    if (!filling.parts) return;
    await fillNotices(connection, tickets);
    // What a server's own cleaning does, which comes when it likes.
    await sql`vacuum`.execute(connection);
  });
  await foldAll(db);
};
