/** Registry of a demonstration's records: finds them by the name that a step gave them, and turns such names into ids for requests. */
import type {Config, TemplatePart} from '../../schema/shapes/config.ts';
import type {Field, Fields} from '../../schema/shapes/fields.ts';
import {resolveMoment} from '../../schema/fields/moments.ts';

type Values = Readonly<Record<string, unknown>>;

export interface DemoRecord {
  /** Name of the resource. */
  name: string;
  id: number;
  /** The body of the call that made it. */
  body: Values;
  /** Instants of the record's dated steps. */
  moments: Date[];
  /** Token of a robot's lease on the record. */
  lease?: unknown;
}

export const createDemoRecordRegistry = ({resources}: Config) => {
  const all: DemoRecord[] = [];
  const named = new Map<string, DemoRecord>();

  /** @throws Error in Portuguese for a name that no step before gave */
  const find = (as: unknown): DemoRecord => {
    const record = named.get(String(as));
    if (record === undefined) throw new Error(`"${String(as)}" não foi feito antes.`);
    return record;
  };

  const toValue = (field: Field | undefined, value: unknown): unknown => {
    if (field?.kind === 'referencia') return find(value).id;
    if (field?.kind === 'vinculos' && Array.isArray(value)) {
      return value.map(as => ({[field.wire.id]: find(as).id, [field.wire.on]: true}));
    }
    return resolveMoment(String(value)) ?? value;
  };

  return {
    find,
    add: (record: DemoRecord, as?: string): void => {
      all.push(record);
      if (as !== undefined) named.set(as, record);
    },

    /**
     * The items of a template that texts are for.
     *
     * @param body of the record that was made of the template
     * @throws Error in Portuguese for an item that the template lacks
     */
    listItems: ({by, items}: TemplatePart, body: Values, texts: unknown): {id: number; text: unknown}[] => {
      const reference = resources[items]?.owner?.through ?? '';
      const own = all.filter(record => record.name === items && record.body[reference] === body[by]);
      return Object.entries(texts as Values).map(([descricao, text]) => {
        const item = own.find(record => record.body['descricao'] === descricao);
        if (item === undefined) throw new Error(`"${descricao}" não é um item.`);
        return {id: item.id, text};
      });
    },

    toBody: (fields: Fields, values: Values = {}): Record<string, unknown> =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toValue(fields[name], value)])),
  };
};
export type DemoRecords = ReturnType<typeof createDemoRecordRegistry>;
