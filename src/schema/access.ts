/** Who may do what, and see what, by the declaration alone (rules: Access 6). Rows are limited by `scope`. */
import type {Config, Dashboard, Operation, Profile, Resource} from './config/config.ts';
import type {Condition} from './config/conditions.ts';
import type {Field} from './config/fields.ts';
import type {Session} from './session.ts';

/** `fornecedor:autor` is the profile `fornecedor` under the condition `autor`. */
export const entryOf = (entry: string): {perfil: string; condition?: string} => {
  const [perfil = '', condition] = entry.split(':');
  return condition === undefined ? {perfil} : {perfil, condition};
};

/** The profiles that ever may, to some record. */
export const whoMay = ({access}: Pick<Resource, 'access'>, operation: Operation): readonly string[] =>
  access[operation].map(entry => entryOf(entry).perfil);
export const may = (resource: Resource, operation: Operation, perfil: string): boolean => 
  resource.access[operation].some(entry => entryOf(entry).perfil === perfil);

/** Robots work by calls: they look at nothing and are told nothing. */
export const isPerson = (profile: Profile | undefined): boolean => profile !== undefined && profile.robot !== true;

/** Whether somebody of this profile sees records of a resource at all, in a list or alone. */
export const looksAt = (resource: Resource, perfil: string): boolean => may(resource, 'list', perfil) || may(resource, 'read', perfil);

/** Whether they have a dashboard: as its calls do, and the menu. */
export const mayLook = ({resources}: Pick<Config, 'resources'>, {of, profiles}: Dashboard, perfil: string): boolean => {
  const resource = resources[of];
  return resource !== undefined && may(resource, 'list', perfil) && profiles?.includes(perfil) !== false;
};

/** Whether somebody of this profile is offered its records to choose from: by a combo, which is everybody's, or by their list. */
export const mayChoose = (resource: Resource, perfil: string): boolean =>
  resource.api?.combo !== undefined || may(resource, 'list', perfil);

/** What whoever asks for a record's history must be allowed: a life cycle is part of the record, who changed which field is not. */
export const historyOperation = ({status}: Resource): Operation => (status === undefined ? 'update' : 'read');

/** The conditions on this profile's rows; `[]`: none are reached. */
export const scopeOf = (resource: Resource, perfil: string): readonly Condition[] => resource.scope[perfil] ?? [];

export const maySee = (field: Field, perfil: string): boolean => field.see === undefined || field.see.includes(perfil);

/** Only who reaches every company chooses one freely; for the others it is their own (rules: Access 5). */
export const choosesCompany = (config: Config, perfil: string): boolean =>
  Object.values(config.resources).some(resource => resource.owner?.empresa === 'id' && scopeOf(resource, perfil).includes('tudo'));

/** The company a record of this person must have; undefined where they may choose. */
export const fixedCompany = (config: Config, session: Session): number | null | undefined =>
  choosesCompany(config, session.perfil) ? undefined : session.idEmpresa;

export const profileById = ({profiles}: Pick<Config, 'profiles'>, id: number): string | undefined =>
  Object.entries(profiles).find(([, profile]) => profile.id === id)?.[0];
