/** What a template asks otherwise than in one of its versions. */
import type {Config} from '../../../schema/config/config.ts';
import {ruleOf} from '../../../schema/fields/kinds.ts';
import type {Values} from '../../../schema/fields/validate.ts';
import type {VersionItem} from '../../../schema/wire.ts';

interface Difference {
  id: number;
  what: 'Adicionado' | 'Removido' | 'Alterado';
  /** What the item is called, now or then. */
  item: string;
  /** 'Obrigatório: de Não para Sim'; none of an item that came or went. */
  changes: readonly string[];
}

/** In the words of the items' own fields. */
const changesOf = ({resources}: Config, items: string, then: Values, now: Values): string[] =>
  Object.entries(resources[items]?.fields ?? {}).flatMap(([name, field]) => {
    if (then[name] === now[name]) return [];
    const told = (value: unknown): string => ruleOf(field).format(value, field);
    return [`${field.label}: de ${told(then[name])} para ${told(now[name])}`];
  });

/**
 * From one version to another, in the order in which the items stand; what is gone comes last.
 *
 * @param items the resource of the items
 */
export const differences = (
  config: Config, items: string, then: readonly VersionItem[], now: readonly VersionItem[],
): Difference[] => {
  const before = new Map(then.map(item => [item.id, item]));
  const there = new Set(now.map(({id}) => id));
  return [
    ...now.flatMap((item): Difference[] => {
      const old = before.get(item.id);
      if (old === undefined) return [{id: item.id, what: 'Adicionado', item: item.descricao, changes: []}];
      const changes = changesOf(config, items, old, item);
      return changes.length === 0 ? [] : [{id: item.id, what: 'Alterado', item: item.descricao, changes}];
    }),
    ...then.filter(({id}) => !there.has(id)).map(({id, descricao}): Difference => ({id, what: 'Removido', item: descricao, changes: []})),
  ];
};

/** Whether the items that both have stand in another order. */
export const isReordered = (then: readonly VersionItem[], now: readonly VersionItem[]): boolean => {
  const both = (some: readonly VersionItem[], others: readonly VersionItem[]): number[] =>
    some.map(({id}) => id).filter(id => others.some(other => other.id === id));
  return both(then, now).join() !== both(now, then).join();
};
