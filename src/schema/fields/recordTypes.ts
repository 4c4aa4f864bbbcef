/** TypeScript types of records, inferred from the config. */
import type {Field, Fields} from '../shapes/fields.ts';
import type {KindValues} from './kinds.ts';

/** Type of a field's value in answers: a choice is the union of its ids, several choices are an array of them. */
export type ValueOf<F extends Field> = F extends {kind: 'escolha'; choices: readonly (infer C extends {id: string | number})[]}
  ? C['id']
  : F extends {kind: 'opcoes'; choices: readonly (infer C extends {id: string | number})[]} ? readonly C['id'][]
  : KindValues[F['kind']];

type Simplify<T> = {[K in keyof T]: T[K]} & {};
type WritableNames<Fs extends Fields> = {
  [K in keyof Fs & string]: Fs[K] extends {readOnly: true} | {kind: 'relacionado' | 'calculo'} ? never : K;
}[keyof Fs & string];
type RequiredNames<Fs extends Fields> = {[K in WritableNames<Fs>]: Fs[K] extends {required: true} ? K : never}[WritableNames<Fs>];

/** Keys of the names that choices are answered with (`nameAs`). */
type ChoiceNames<Fs extends Fields> = {[K in keyof Fs as Fs[K] extends {nameAs: infer N extends string} ? N : never]: string};

export type RecordOf<R extends {readonly fields: Fields}> = Simplify<
  {id: number; versao: number} & {[K in keyof R['fields'] & string]: ValueOf<R['fields'][K]>} & ChoiceNames<R['fields']>
>;

/** The body that creates a record: required fields, and the rest optional. */
export type CreateOf<R extends {readonly fields: Fields}> = Simplify<
  {[K in RequiredNames<R['fields']>]: ValueOf<R['fields'][K]>} &
  {[K in Exclude<WritableNames<R['fields']>, RequiredNames<R['fields']>>]?: ValueOf<R['fields'][K]> | null}
>;
