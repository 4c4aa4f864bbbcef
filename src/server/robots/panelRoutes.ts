/** What people see of the robots: how long the queues are, what is done now, what failed, and who the robots are. */
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {panelCall, robotIds, ROBOTS, watchersOf} from '../../schema/queue.ts';
import {lineCounts, queuePanel, robotState, type RobotState} from '../../schema/queuePanel.ts';
import {USERS} from '../accounts/users.ts';
import {route} from '../http/route.ts';
import {answer} from '../openapi/call.ts';
import {tagOf} from '../openapi/described.ts';
import {arrayOf} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/shapes.ts';
import {resourceOf} from '../db/names.ts';
import {scopePredicate} from '../reach/conditions.ts';
import {countLine, panelOf} from './panel.ts';
import type {Line} from './queue.ts';

export const panelRoutes = (app: FastifyInstance, line: Line): void => {
  const {config, name, resource, queue} = line;
  const whose = {tag: tagOf(resource), may: watchersOf(config, resource)};
  route(app, {
    ...whose, endpoint: queue.calls.counts, id: `${name}.fila.contar`, summary: 'A fila de cada workflow',
    answers: {200: answer('Por workflow.', arrayOf(jsonSchemaOf(lineCounts)))},
  }, request => countLine(line, request.actor));
  route(app, {
    ...whose, endpoint: panelCall(queue), id: `${name}.fila.painel`, summary: 'A fila e o que os robôs fazem dela',
    answers: {200: answer('Dentro do alcance de quem pergunta.', jsonSchemaOf(queuePanel))},
  }, request => panelOf(line, request.actor));
};

const MOST_ROBOTS = 200;

/** Robots as users: who reaches a user knows its robots. */
export const robotsRoute = (app: FastifyInstance, lines: readonly Line[]): void => {
  const [{context, config} = {}] = lines;
  if (context === undefined || config === undefined) return;
  const leases = lines.map(({table}) => sql`
    (select count(*) from ${sql.table(table)} as f where f.id_usuario = u.id and f.resultado is null and f.ate > now())`);
  route(app, {
    endpoint: ROBOTS, id: 'robos.listar', tag: tagOf(resourceOf(config, USERS)), summary: 'Os robôs e suas chaves',
    may: [...new Set(lines.flatMap(({resource}) => watchersOf(config, resource)))],
    answers: {200: answer('Por nome.', arrayOf(jsonSchemaOf(robotState)))},
  }, async request => {
    const {rows} = await sql<Omit<RobotState, 'usoEm'> & {usoEm: Date | null}>`
      select u.id, u.nome, u.email, u.ativo, coalesce(e.razao_social, '') as empresa, u.senha_hash is not null as "comSenha",
        (select count(*) from chaves as c where c.id_usuario = u.id)::integer as chaves,
        (select max(c.ultimo_uso) from chaves as c where c.id_usuario = u.id) as "usoEm",
        (${sql.join(leases, sql` + `)})::integer as trabalhando
      from usuarios as u left join empresas as e on e.id = u.id_empresa
      where u.tipo = any(${robotIds(config)}::integer[]) and ${scopePredicate(context, USERS, request.actor, 'u')}
      order by lower(u.nome), u.id limit ${MOST_ROBOTS}::integer`.execute(context.db);
    return rows.map((row): RobotState => ({...row, usoEm: row.usoEm?.toISOString() ?? null}));
  });
};
