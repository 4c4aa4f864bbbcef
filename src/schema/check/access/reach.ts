/** How far people reach, of a config with no other mistake: each profile can be given, a company keeps its people (rules: Access 15). */
import {mayAccess} from '../../access.ts';
import type {BuiltInCondition} from '../../conditions/builtIn.ts';
import {isRequired} from '../../conditions/fieldConditions.ts';
import {callerBoundPredicate, choiceRefusal} from '../../records/profileGrants.ts';
import {USERS} from '../../systemFields.ts';
import type {World} from '../world.ts';

/** The first of the first profile is made by the installation; of every other somebody has to be able to make one. */
const checkGiven = ({config, say}: World): void => {
  const users = config.resources[USERS];
  const tipo = users?.fields['tipo'];
  if (users === undefined || tipo?.kind !== 'escolha') return;
  const makers = Object.keys(config.profiles).filter(perfil => mayAccess(users, 'create', perfil) || mayAccess(users, 'update', perfil));
  for (const [name, {id, first}] of Object.entries(config.profiles)) {
    const choice = tipo.choices.find(one => one.id === id);
    if (first || choice === undefined || makers.some(maker => choiceRefusal(config, tipo, choice, maker) === undefined)) continue;
    say(`resources.${USERS}.access.create`, `ninguém pode dar o perfil "${name}": a quem cria usuários falta algo do que ele pode`);
  }
};

/** Conditions that keep to one company, to one's own, or say that nothing is kept. */
const KEEPING: readonly string[] = ['tudo', 'empresa', 'filiais', 'proprio', 'participou', 'noEscopo'] satisfies BuiltInCondition[];
const COMPANY_VALUES: readonly unknown[] = ['session.id', 'session.idEmpresa'];

const checkCompany = ({config, say}: World): void => {
  const users = config.resources[USERS];
  const company = users?.fields['idEmpresa'];
  if (users === undefined || company === undefined) return;
  const keeps = callerBoundPredicate(config, (rule, {people}) => KEEPING.includes(rule) || people?.[rule] !== undefined, COMPANY_VALUES);
  const session = {id: 0, perfil: '', idEmpresa: null, codigoExterno: ''};
  const belong = Object.entries(config.profiles)
    .flatMap(([name, {id}]) => (isRequired(company, {resource: users, record: {tipo: id}, session}) ? [name] : []));
  for (const [name, resource] of Object.entries(config.resources)) {
    if (resource.owner?.empresa === undefined && resource.owner?.through === undefined) continue;
    for (const perfil of belong) {
      const rules = resource.scope[perfil] ?? [];
      if (rules.length === 0 || rules.some(rule => keeps(resource, rule))) continue;
      say(`resources.${name}.scope.${perfil}`,
        `"${perfil}" é de uma empresa e alcançaria registros das outras: falta "empresa" (ou "tudo", se é isso mesmo)`);
    }
  }
};

export const checkReach = (world: World): void => {
  checkGiven(world);
  checkCompany(world);
};
