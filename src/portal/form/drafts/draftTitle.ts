/** Titles a draft for people: 'Ticket 17', 'Filial: novo cadastro', 'Ticket 17: Comentar'. */
import type {Config} from '../../../schema/shapes/config.ts';

const isId = (part: string): boolean => /^\d+$/.test(part);

/** @param form the form name: `tickets.17`, `fornecedores.novo`, `filiais.7.novo`, `tickets.17.comentar` */
export const draftTitle = ({resources}: Config, form: string): string => {
  const [name = '', ...parts] = form.split('.');
  const resource = resources[name];
  if (resource === undefined) return 'Um formulário';
  const {label, actions = {}} = resource;
  const last = parts.at(-1) ?? '';
  if (last === 'novo') return `${label.one}: novo cadastro`;
  if (isId(last)) return `${label.one} ${last}`;
  const [id = ''] = parts;
  return `${isId(id) ? `${label.one} ${id}` : label.many}: ${actions[last]?.label ?? last}`;
};
