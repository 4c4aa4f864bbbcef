/** Rules of records that have numbers of their children (`calculo`): asked where a child is written, as nobody saves those. */
import {maySee} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {childrenFirst, keptIn, operandsOf} from '../../schema/fields/calculation.ts';
import {brokenRules, ruledBy} from '../../schema/records/rules.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {onceFor} from '../../schema/onceFor.ts';
import type {FieldError} from '../../schema/wire.ts';
import {resourceOf} from '../db/names.ts';
import type {StoredRow} from '../db/tables.ts';
import {invalid} from '../errors.ts';
import {namedRow} from '../reach/storedRow.ts';
import {factsOf, type Standing} from './facts.ts';
import {changesIn} from './rows.ts';

/** The fields that are kept of a resource's records by others, of those first that others are kept of. */
const keptOver = (config: Config, name: string) => childrenFirst(config).flatMap(above =>
  keptIn(resourceOf(config, above).fields, name).map(one => ({above, ...one})));

/** Whether a value is one of these fields, or made of one. */
const follows = ({fields}: Resource, value: string, of: readonly string[]): boolean =>
  [value, ...operandsOf(fields, value)].some(one => of.includes(one));

/** Whether a rule looks at one, or at what is kept of it in turn. */
const isRuled = (config: Config, name: string, own: string): boolean => {
  const resource = resourceOf(config, name);
  return Object.keys(resource.rules ?? {}).some(field => [field, ...ruledBy(resource, field)].includes(own))
    || keptOver(config, name).some(one => follows(resource, one.value, [own]) && isRuled(config, one.above, one.own));
};
/** Where a rule looks at one of them, all: what is held early for it alone would be held in another order than the database's. */
const ruledOver = onceFor((config: Config) => new Map(Object.keys(config.resources).map(name => {
  const over = keptOver(config, name).map(one => ({...one, ruled: isRuled(config, one.above, one.own)}));
  return [name, over.some(({ruled}) => ruled) ? Map.groupBy(over, ({above}) => above) : undefined];
})));

/** A record that has numbers of what is about to be written, and the field of that by which it is told. */
interface Above extends Standing {
  campo: string;
}

/** In the order in which the database would hold them, so that no two wait for each other. */
const heldAbove = async (
  where: Standing, rows: readonly Values[], below?: {campo: string; fields: readonly string[]},
): Promise<Above[]> => {
  const {config, db, resource} = where;
  const all: Above[] = [];
  for (const [name, over] of ruledOver(config).get(where.name) ?? []) {
    const kept = over.filter(({value}) => below === undefined || follows(resource, value, below.fields));
    const campo = below?.campo ?? kept.find(({ruled}) => ruled)?.value ?? '';
    const ids = new Set(rows.flatMap(row => kept.flatMap(({by}) => (typeof row[by] === 'number' ? [row[by]] : []))));
    const held: Above[] = [];
    for (const id of [...ids].toSorted((one, other) => one - other)) {
      const row = await namedRow(config, db, name, id, true);
      if (row === undefined) continue;
      held.push({...where, name, resource: resourceOf(config, name), row, held: true, campo});
    }
    const [first] = held;
    const fields = kept.map(({own}) => own);
    all.push(...held, ...first === undefined ? [] : await heldAbove(first, held.map(({row}) => row), {campo, fields}));
  }
  return all;
};

const brokenIn = async (standing: Standing, row: StoredRow, changed: Values): Promise<FieldError[]> => {
  const {resource, actor} = standing;
  const facts = await factsOf({...standing, row}, Object.values(resource.rules ?? {}).flat());
  return brokenRules({resource, record: row, session: actor, ...facts}, field => field in changed, 'fails');
};

/**
 * Writes a record within the rules of those that have numbers of it: one that holds before does not break by it.
 *
 * @param rows the record as it was and as it will be
 * @throws Refusal VALIDACAO with the sentence of a rule that would not hold any more
 */
export const withinRulesAbove = async <T>(where: Standing, rows: readonly Values[], write: () => Promise<T>): Promise<T> => {
  const above = await heldAbove(where, rows);
  const written = await write();
  for (const {campo, ...standing} of above) {
    const {config, db, name, resource, row: before} = standing;
    const after = await namedRow(config, db, name, before.id, true) ?? before;
    const changed = changesIn(resource, before, after);
    const was = await brokenIn(standing, before, changed);
    const [broken] = (await brokenIn(standing, after, changed)).filter(one => was.every(({mensagem}) => mensagem !== one.mensagem));
    if (broken === undefined) continue;
    const {perfil} = where.actor;
    const field = resource.fields[broken.campo];
    // Not at which field it stands, nor by which of theirs, where they do not see that.
    const place = field === undefined || !maySee(field, perfil) ? resource.label.one : `${field.label} (${resource.label.one})`;
    const own = where.resource.fields[campo];
    const mensagem = `${place}: ${broken.mensagem}`;
    throw invalid(own === undefined || !maySee(own, perfil) ? [] : [{campo, mensagem}], mensagem);
  }
  return written;
};
