/**
 * Reach of profiles, checked on a config without other mistakes: somebody can grant each profile, and users of a company stay in it (rules:
 * Access 15).
 */
import {mayAccess} from '../../access.ts';
import type {BuiltInCondition} from '../../conditions/builtIn.ts';
import {isRequired} from '../../conditions/fieldConditions.ts';
import {createCallerLimitTest, choiceRefusal} from '../../records/profileGrants.ts';
import {USERS} from '../../systemFields.ts';
import type {CheckContext} from '../checkContext.ts';

/** The installation creates the first user; some profile must be able to create users of every other profile. */
const checkGrantableProfiles = ({config, report}: CheckContext): void => {
  const users = config.resources[USERS];
  const tipo = users?.fields['tipo'];
  if (users === undefined || tipo?.kind !== 'escolha') return;
  const userEditors = Object.keys(config.profiles).filter(
    perfil => mayAccess(users, 'create', perfil) || mayAccess(users, 'update', perfil)
  );
  for (const [name, {id, first}] of Object.entries(config.profiles)) {
    const choice = tipo.choices.find(option => option.id === id);
    if (first || choice === undefined || userEditors.some(editor => choiceRefusal(config, tipo, choice, editor) === undefined)) continue;
    report(`resources.${USERS}.access.create`, `ninguém pode dar o perfil "${name}": a quem cria usuários falta algo do que ele pode`);
  }
};

/** Built-in conditions that limit rows to the company or the caller, and `tudo`, which says that nothing does. */
const LIMITING_CONDITIONS: readonly string[] = [
  'tudo', 'empresa', 'filiais', 'proprio', 'participou', 'noEscopo',
] satisfies BuiltInCondition[];
const COMPANY_VALUES: readonly unknown[] = ['session.id', 'session.idEmpresa'];

const checkCompanyScope = ({config, report}: CheckContext): void => {
  const users = config.resources[USERS];
  const company = users?.fields['idEmpresa'];
  if (users === undefined || company === undefined) return;
  const limitsToCaller = createCallerLimitTest(
    config, (rule, {people}) => LIMITING_CONDITIONS.includes(rule) || people?.[rule] !== undefined, COMPANY_VALUES,
  );
  const session = {id: 0, perfil: '', idEmpresa: null, codigoExterno: ''};
  const companyProfiles = Object.entries(config.profiles)
    .flatMap(([name, {id}]) => (isRequired(company, {resource: users, record: {tipo: id}, session}) ? [name] : []));
  for (const [name, resource] of Object.entries(config.resources)) {
    if (resource.owner?.empresa === undefined && resource.owner?.through === undefined) continue;
    for (const perfil of companyProfiles) {
      const rules = resource.scope[perfil] ?? [];
      if (rules.length === 0 || rules.some(rule => limitsToCaller(resource, rule))) continue;
      report(`resources.${name}.scope.${perfil}`,
        `"${perfil}" é de uma empresa e alcançaria registros das outras: falta "empresa" (ou "tudo", se é isso mesmo)`);
    }
  }
};

export const checkReach = (context: CheckContext): void => {
  checkGrantableProfiles(context);
  checkCompanyScope(context);
};
