/** A ticket's form: the template's items frozen when it is opened, filled in, and told in one line (§5, decisions §3). */
import {sql} from 'kysely';
import * as z from 'zod';
import type {Config} from '../../schema/config.ts';
import {isPrefilledItem, itemField, itemValue, prefilled, validateItem, type Item} from '../../schema/items.ts';
import {MAX_INTEGER, ruleOf} from '../../schema/kinds.ts';
import type {Session} from '../../schema/session.ts';
import type {FieldError} from '../../schema/wire.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {invalid} from '../errors.ts';

export interface FormItem extends Item {
  /** As the call names it: the template item's id on a new ticket, the ticket's own item on an old one. */
  id: number;
  mostrarConsultaTicket: boolean;
  valor: string;
  /** What a robot found wrong with the value. */
  aviso: string | null;
}

/** The items of a template as a new ticket gets them, empty, in their order. */
export const templateItems = async (db: DbOrTrx, idModelo: number): Promise<FormItem[]> => {
  const {rows} = await sql<FormItem>`
    select id, descricao, tipo_campo as "tipoCampo", coalesce(obrigatorio, false) as "obrigatorio",
      coalesce(mostrar_consulta_ticket, false) as "mostrarConsultaTicket", '' as valor, null as aviso
    from modelos_formulario_item
    where id_modelo_formulario = ${idModelo} and data_exclusao is null
    order by ordem nulls last, id`.execute(db);
  return rows;
};

/** The items a ticket keeps. */
export const ticketItems = (db: DbOrTrx, idTicket: number): Promise<FormItem[]> =>
  db.selectFrom('tickets_formularios')
    .select(['id', 'descricao', 'tipo_campo as tipoCampo', 'obrigatorio', 'mostrar_consulta_ticket as mostrarConsultaTicket', 'valor', 'aviso'])
    .where('id_registro', '=', idTicket).orderBy('ordem').orderBy('id').execute();

const answersShape = z.array(z.object({id: z.coerce.number().int().min(1).max(MAX_INTEGER), valor: z.unknown()}));

/**
 * The values sent for a form, by item id.
 *
 * @throws Refusal VALIDACAO where the list is missing or is none, or names an item the form does not have
 */
export const answersOf = (config: Config, items: readonly FormItem[], ticketFormularios: unknown): Map<number, unknown> => {
  const result = answersShape.safeParse(ticketFormularios ?? []);
  if (!result.success) throw invalid([{campo: 'ticketFormularios', mensagem: 'Os campos do formulário são inválidos.'}]);
  if (result.data.length === 0 || items.length === 0) {
    throw invalid([{campo: 'ticketFormularios', mensagem: config.messages['formEmpty'] ?? ''}]);
  }
  if (!result.data.every(answer => items.some(item => item.id === answer.id))) {
    throw invalid([{campo: 'ticketFormularios', mensagem: 'O formulário foi alterado. Recarregue a página.'}]);
  }
  return new Map(result.data.map(answer => [answer.id, answer.valor]));
};

/** What is wrong with each item as it stands. */
export const itemErrors = (config: Config, items: readonly FormItem[]): FieldError[] =>
  items.flatMap(item => {
    const mensagem = validateItem(config, item, item.valor);
    return mensagem === undefined ? [] : [{campo: `ticketFormularios.${item.id}`, mensagem}];
  });

/**
 * The form with the values sent; what is not sent stays, and what a person's own record fills in (a supplier's
 * Transportadora) is never what they sent. A value that changes loses the robot's warning.
 *
 * @throws Refusal VALIDACAO with a sentence for each item that is wrong
 */
export const fillItems = (config: Config, items: readonly FormItem[], answers: ReadonlyMap<number, unknown>, session: Session): FormItem[] => {
  const own = items.map(item => prefilled(config, item, session));
  const raw = items.map((item, index) => {
    const prefill = own[index];
    if (prefill !== undefined) return prefill.value || item.valor;
    return answers.has(item.id) ? answers.get(item.id) : item.valor;
  });
  const errors = items.flatMap((item, index) => {
    const mensagem = validateItem(config, item, raw[index]);
    if (mensagem === undefined) return [];
    return [{campo: `ticketFormularios.${item.id}`, mensagem: raw[index] === '' ? (own[index]?.missing ?? mensagem) : mensagem}];
  });
  if (errors.length > 0) throw invalid(errors);
  return items.map((item, index) => {
    const valor = itemValue(config, item, raw[index]);
    return {...item, valor, aviso: valor === item.valor ? item.aviso : null};
  });
};

/** An item's value as a person reads it. */
export const readable = (config: Config, item: FormItem): string => {
  const field = itemField(config, item);
  if (field.kind === 'lista') return config.lists[field.list]?.rows.find(row => row.id === item.valor)?.name ?? item.valor;
  return ruleOf(field).format(item.valor, field);
};

const FIRST_FEW = 3;

/** 'Placa: ABC1D23; Peso: 10' of the items flagged for the ticket list, or of the first few where none is. */
export const summaryOf = (config: Config, items: readonly FormItem[]): string => {
  const flagged = items.filter(item => item.mostrarConsultaTicket);
  const chosen = flagged.length > 0 ? flagged : items.slice(0, FIRST_FEW);
  const field = config.resources['tickets']?.fields['itensFormulario'];
  const limit = field?.kind === 'texto' ? field.maxLength : Infinity;
  const text = chosen.filter(item => item.valor !== '').map(item => `${item.descricao}: ${readable(config, item)}`).join('; ');
  return Array.from(text).slice(0, limit).join('');
};

/** The code that gives a carrier access to the ticket (decisions §5). */
export const carrierCode = (config: Config, items: readonly FormItem[]): string | null =>
  items.find(item => isPrefilledItem(config, item) && item.valor !== '')?.valor ?? null;

/** 'Campos alterados: Placa: de ABC para DEF.'; `''` when no value changed. */
export const changesOf = (config: Config, before: readonly FormItem[], after: readonly FormItem[]): string => {
  const changed = after.flatMap((item, index) => {
    const old = before[index];
    if (old === undefined || old.valor === item.valor) return [];
    return [`${item.descricao}: de ${readable(config, old) || '(vazio)'} para ${readable(config, item) || '(vazio)'}`];
  });
  return changed.length === 0 ? '' : `Campos alterados: ${changed.join('; ')}.`;
};
