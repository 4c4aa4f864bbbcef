// What is declared for several records at once, and for those that hang on one that goes, can be done so.
import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {checkConfig} from '../../src/schema/check.ts';

interface Loose {
  [name: string]: Loose;
}

/** The product with something said otherwise. */
const said = (change: (resources: Loose) => void): string[] => {
  const copy = structuredClone(config) as unknown as {resources: Loose};
  change(copy.resources);
  return checkConfig(copy);
};
const set = (place: Loose | undefined, more: object): void => void Object.assign(place ?? {}, more);
const T = 'resources.tickets.actions';
const U = 'resources.usuarios.consequences.atende';

describe('an action for several', () => {
  it('is not saving, which is one form', () => {
    expect(said(({tickets}) => set(tickets?.['actions']?.['salvar'], {bulk: true})))
      .toEqual([`${T}.salvar.bulk: não vale para a ação de salvar, que é do formulário.`]);
  });

  it('stands somewhere for one record too', () => {
    expect(said(({tickets}) => set(tickets?.['actions']?.['atender'], {places: [], key: undefined, from: {emAberto: ['rpa']}})))
      .toContain(`${T}.atender.bulk: falta "places": o que se faz a vários também se faz a um.`);
  });

  it('is none of the two of a switch, which are for several anyway', () => {
    expect(said(({empresas}) => set(empresas?.['actions']?.['inativar'], {bulk: true})))
      .toEqual(['resources.empresas.actions.inativar.bulk: as duas ações de "toggle" já valem para vários.']);
  });
});

describe('what is offered for the records that hang on one', () => {
  it.each<[string, object, string[]]>([
    ['an action there is not', {offers: ['passsar']}, [`${U}.offers: "passsar" não é uma ação de tickets (quis dizer "passar"?).`]],
    ['one that is not for several', {offers: ['assumir']}, [`${U}.offers: "assumir" não vale para vários: falta "bulk" nela.`]],
  ])('is not %s', (_what, more, sentences) => {
    expect(said(({usuarios}) => set(usuarios?.['consequences']?.['atende'], more))).toEqual(sentences);
  });

  it('can be found in their list', () => {
    expect(said(({tickets}) => {
      delete tickets?.['list']?.['filters']?.['idUsuarioAtendimento'];
    })).toContain(`${U}.offers: não há como achar os registros: falta o filtro "idUsuarioAtendimento" na lista de tickets.`);
  });

  it('is asked in a dialog that asks nothing else', () => {
    expect(said(({usuarios}) => set(usuarios?.['actions']?.['inativar'], {asks: {motivo: {kind: 'texto', label: 'Motivo', maxLength: 9}}})))
      .toContain(`${U}.offers: "inativar" já pergunta outra coisa: só se oferece antes de uma confirmação.`);
  });

  it('has a sentence about several where several can go at once, which names none of them', () => {
    expect(said(({usuarios}) => set(usuarios?.['consequences']?.['atende'], {together: undefined})))
      .toEqual([`${U}.together: falta a frase para vários Usuários de uma vez.`]);
    expect(said(({usuarios}) => set(usuarios?.['consequences']?.['atende'], {together: '{nome} atende {total}.'})))
      .toEqual([`${U}.together: "nome" não é "total".`]);
  });

  it('is asked before a save of a user alone, whose reach is known', () => {
    const before = 'resources.filiais.consequences.modelos.before';
    expect(said(({filiais}) => set(filiais?.['consequences']?.['modelos'], {before: ['update']})))
      .toEqual([expect.stringMatching(`^${before}: "update" não é "delete", uma ação ou um filho de filiais`)]);
  });
});
