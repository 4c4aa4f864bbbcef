/** The sentences of react-admin's translations, by the names it asks for them with. */
import type {TranslationMessages} from 'ra-core';

type Tree = {[key: string]: string | Tree};

const below = (tree: Tree, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    (typeof value === 'string' ? [[path + key, value] as [string, string]] : below(value, `${path}${key}.`)));

export const flat = (messages: TranslationMessages): [string, string][] => below(messages as unknown as Tree, '');
