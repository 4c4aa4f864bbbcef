/** What is told before something is done to a record: what is counted, and where it is asked for. */
import {DELETING} from '../consequences.ts';
import {findsBy} from './conditions.ts';
import type {Here} from './here.ts';
import {checkSentence, recordNames} from './sentences.ts';

export const checkConsequences = ({world, name, resource, path}: Here): void => {
  const names = recordNames(world, name, resource);
  for (const [key, {of, by, where = [], before, one, many}] of Object.entries(resource.consequences ?? {})) {
    const here = `${path}.consequences.${key}`;
    const actions = world.actionsOf(name);
    const known = actions && [DELETING, ...actions, ...Object.keys(resource.children ?? {})];
    if (before.length === 0) world.say(`${here}.before`, 'não pode ficar vazio');
    for (const word of before) world.known(`${here}.before`, word, known, `"${DELETING}", uma ação ou um filho de ${name}`);
    for (const [word, sentence] of Object.entries({one, many})) {
      checkSentence(world, `${here}.${word}`, sentence, names && ['total', ...names], `um campo de ${name}, nem "total"`);
    }
    if (!world.known(`${here}.of`, of, world.resources, 'um recurso')) continue;
    const counted = world.config.resources[of];
    if (counted === undefined || !world.known(`${here}.by`, by, world.fieldsOf(of), `um campo de ${of}`)) continue;
    const field = counted.fields[by];
    const to = field !== undefined && 'to' in field ? field.to : undefined;
    // One that names no resource was refused where it is.
    const isLink = field === undefined || to === name || (to !== undefined && world.resources?.includes(to) !== true);
    if (!isLink) world.say(`${here}.by`, `"${by}" deve ser uma referência de ${of} a ${name}`);
    for (const condition of where) findsBy(world, `${here}.where`, condition, of, counted, 'contagem');
  }
};
