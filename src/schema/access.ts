/** Access by declaration: who may do and see what (rules: Access 6). `scope` limits the rows. */
import type {Config, Dashboard, Operation, Profile, Resource} from './shapes/config.ts';
import type {Condition} from './shapes/conditions.ts';
import type {Field} from './shapes/fields.ts';
import type {Session} from './session.ts';

/** Splits an access entry: `fornecedor:autor` is the profile `fornecedor` under the condition `autor`. */
export const parseAccessEntry = (entry: string): {perfil: string; condition?: string} => {
  const [perfil = '', condition] = entry.split(':');
  return condition === undefined ? {perfil} : {perfil, condition};
};

/** Profiles that may do the operation on some record. */
export const profilesAllowedTo = ({access}: Pick<Resource, 'access'>, operation: Operation): readonly string[] =>
  access[operation].map(entry => parseAccessEntry(entry).perfil);
export const mayAccess = (resource: Resource, operation: Operation, perfil: string): boolean => 
  resource.access[operation].some(entry => parseAccessEntry(entry).perfil === perfil);

/** Robots use calls alone: they see no screens and get no notices. */
export const isHumanProfile = (profile: Profile | undefined): boolean => profile !== undefined && profile.robot !== true;

/** Tells whether a profile sees records of a resource at all, in a list or one by one. */
export const canSeeResource = (resource: Resource, perfil: string): boolean =>
  mayAccess(resource, 'list', perfil) || mayAccess(resource, 'read', perfil);

export const canSeeDashboard = ({resources}: Pick<Config, 'resources'>, {of, profiles}: Dashboard, perfil: string): boolean => {
  const resource = resources[of];
  return resource !== undefined && mayAccess(resource, 'list', perfil) && profiles?.includes(perfil) !== false;
};

/** Tells whether a profile may choose among a resource's records: by a combo, which everybody has, or by their list. */
export const mayChoose = (resource: Resource, perfil: string): boolean =>
  resource.api?.combo !== undefined || mayAccess(resource, 'list', perfil);

/** Operation required for a record's history. The life cycle is read with the record; field changes need `update`. */
export const historyOperation = ({status}: Resource): Operation => (status === undefined ? 'update' : 'read');

/** Scope of a profile: conditions that must all hold; `[]` reaches nothing. */
export const rowScopeOf = (resource: Resource, perfil: string): readonly Condition[] => resource.scope[perfil] ?? [];

export const maySee = (field: Field, perfil: string): boolean => field.see === undefined || field.see.includes(perfil);

/** Tells whether a profile may choose any company: only profiles that reach every company may (rules: Access 5). */
export const canChooseCompany = (config: Config, perfil: string): boolean =>
  Object.values(config.resources).some(resource => resource.owner?.empresa === 'id' && rowScopeOf(resource, perfil).includes('tudo'));

/** Company that the caller's records must have; undefined if they may choose. */
export const requiredCompany = (config: Config, session: Session): number | null | undefined =>
  canChooseCompany(config, session.perfil) ? undefined : session.idEmpresa;

export const profileById = ({profiles}: Pick<Config, 'profiles'>, id: number): string | undefined =>
  Object.entries(profiles).find(([, profile]) => profile.id === id)?.[0];
