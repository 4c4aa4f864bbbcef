/** The TypeScript types of records, inferred from the config: no generator, no second declaration. */
import type {Field, Fields} from '../config/fields.ts';
import type {KindValues} from './kinds.ts';

/** The value of one field as answers carry it; a choice is the union of its ids, several are a list of those. */
export type ValueOf<F extends Field> = F extends {kind: 'escolha'; choices: readonly (infer C extends {id: string | number})[]}
  ? C['id']
  : F extends {kind: 'opcoes'; choices: readonly (infer C extends {id: string | number})[]} ? readonly C['id'][]
  : KindValues[F['kind']];

type Show<T> = {[K in keyof T]: T[K]} & {};
type Written<Fs extends Fields> = {
  [K in keyof Fs & string]: Fs[K] extends {readOnly: true} | {kind: 'relacionado' | 'calculo'} ? never : K;
}[keyof Fs & string];
type Needed<Fs extends Fields> = {[K in Written<Fs>]: Fs[K] extends {required: true} ? K : never}[Written<Fs>];

/** The names that choices are answered under besides their ids (`nameAs`). */
type Names<Fs extends Fields> = {[K in keyof Fs as Fs[K] extends {nameAs: infer N extends string} ? N : never]: string};

/** A record as the API answers it. */
export type RecordOf<R extends {readonly fields: Fields}> = Show<
  {id: number; versao: number} & {[K in keyof R['fields'] & string]: ValueOf<R['fields'][K]>} & Names<R['fields']>
>;

/** A record as it is created: required fields named, the rest optional. */
export type CreateOf<R extends {readonly fields: Fields}> = Show<
  {[K in Needed<R['fields']>]: ValueOf<R['fields'][K]>} &
  {[K in Exclude<Written<R['fields']>, Needed<R['fields']>>]?: ValueOf<R['fields'][K]> | null}
>;
