// Works and what they cost, as many as tickets: numbers kept of children, compared, and asked for through what a record names.
import {sql} from 'kysely';
import type {Config, ResourceInput} from '../../src/schema/shapes/config.ts';
import {patiently} from '../bench/fill.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {withResources} from './configs.ts';

const BOTH = ['adm', 'empresa'] as const;
const access = {list: BOTH, create: BOTH, delete: ['adm']} as const;
const nome = {kind: 'texto', label: 'Nome', maxLength: 40} as const;
const reference = {kind: 'referencia', required: true, readOnly: 'criado'} as const;

const obras = {
  label: {one: 'Obra', many: 'Obras', article: 'a'}, icon: 'item', api: {answer: 'page'}, owner: {empresa: 'idEmpresa'}, access,
  scope: {adm: ['tudo'], empresa: ['empresa']},
  fields: {
    nome, idEmpresa: {...reference, label: 'Empresa', to: 'empresas'}, limite: {kind: 'moeda', label: 'Limite'},
    total: {kind: 'calculo', label: 'Total', sum: 'valor', of: 'custos', by: 'idObra', money: true},
    saldo: {kind: 'calculo', label: 'Saldo', difference: ['limite', 'total'], money: true},
  },
  conditions: {estourada: {compare: ['saldo', '<', 0]}, cabe: {not: 'estourada', reason: 'Passou do limite.'}},
  tabs: {estouradas: {label: 'Estouradas', where: ['estourada']}, todas: {label: 'Todas', where: []}},
  list: {columns: ['nome', 'total', 'saldo'], filters: {total: {}, saldo: {}, limite: {}}, sort: ['total', 'desc']},
} satisfies ResourceInput;
const custos = {
  label: {one: 'Custo', many: 'Custos'}, icon: 'item', api: {answer: 'page'}, owner: {through: 'idObra'},
  access: {...access, create: ['adm:obraCabe', 'empresa:obraCabe']}, scope: {adm: ['tudo'], empresa: [{through: {idObra: 'noEscopo'}}]},
  fields: {nome, idObra: {...reference, label: 'Obra', to: 'obras'}, valor: {kind: 'moeda', label: 'Valor', required: true}},
  conditions: {
    obraCabe: {through: {idObra: 'cabe'}, reason: 'A obra passou do limite.'}, deEstourada: {through: {idObra: 'estourada'}},
  },
  tabs: {estourados: {label: 'De estouradas', where: ['deEstourada']}, todos: {label: 'Todos', where: []}},
  list: {columns: ['nome', 'valor'], filters: {idObra: {}, valor: {}}, sort: ['id', 'desc']},
} satisfies ResourceInput;

export const withWorks: Config = withResources({obras, custos});

/** One for each ticket, of its company, with a cost. A few of the largest company's have twenty each, which are more than they may. */
export const fillWorks = (db: Db): Promise<void> => patiently(db, async connection => {
  await sql`insert into obras (nome, id_empresa, limite)
    select 'Obra ' || id, id_empresa, case when id % 1000 = 0 then 2 else 1000 + id * 7 % 1000 end from tickets order by id`
    .execute(connection);
  await sql`insert into custos (nome, id_obra, valor)
    select 'Custo ' || n, id, case when limite = 2 then 0.15 else id % 500 + 1 end
    from obras, generate_series(1, case when limite = 2 then 20 else 1 end) n order by id, n`.execute(connection);
  await sql`analyze obras, custos`.execute(connection);
});
