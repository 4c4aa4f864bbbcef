/** A product of the tests' own for lists and forms: books with a field nobody but Adm sees, one that is not among the columns, a switch. */
import {screen} from '@testing-library/react';
import {Route, Routes, useLocation} from 'react-router-dom';
import {completeConfig} from '../../../src/schema/config/completeConfig.ts';
import type {ResourceInput} from '../../../src/schema/shapes/config.ts';
import type {Session} from '../../../src/schema/session.ts';
import {GlobalShortcuts} from '../../../src/portal/app/layout/GlobalShortcuts.tsx';
import {ResourceForm} from '../../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../../src/portal/views/ResourceList.tsx';
import {fakeApi, type Answers} from './api.ts';
import {product, sessionOf, show} from './world.tsx';

const capitulos: ResourceInput = {
  label: {one: 'Capítulo', many: 'Capítulos'}, icon: 'item',
  api: {answer: 'registros'},
  fields: {
    idLivro: {kind: 'referencia', label: 'Livro', to: 'livros', required: true, readOnly: 'criado'},
    nome: {kind: 'texto', label: 'Nome do Capítulo', maxLength: 50, required: true},
  },
  list: {columns: ['nome'], filters: {idLivro: {}}},
  access: {list: ['adm'], create: ['adm'], delete: ['adm']},
  scope: {adm: ['tudo']},
  messages: {
    deleted: 'Capítulo Excluído!',
    confirmDelete: 'Deseja Excluir o Capítulo ?', empty: 'Nenhum capítulo.',
  },
};
const livros: ResourceInput = {
  label: {one: 'Livro', many: 'Livros'}, icon: 'item',
  api: {answer: 'page'},
  fields: {
    titulo: {kind: 'texto', label: 'Título', maxLength: 50, required: true},
    isbn: {kind: 'digitos', label: 'ISBN', maxLength: 13, required: true},
    resumo: {kind: 'texto', label: 'Resumo', maxLength: 500},
    custo: {kind: 'numero', label: 'Custo', see: ['adm']},
    segredo: {kind: 'senha', label: 'Segredo', minLength: 6, maxLength: 45},
    ativo: {kind: 'booleano', label: 'Ativo', readOnly: true},
  },
  list: {columns: ['titulo', 'isbn', 'ativo'], filters: {titulo: {param: 'nome'}}},
  form: {'': ['titulo', 'isbn']},
  access: {list: ['adm', 'empresa'], create: ['adm'], update: ['adm', 'empresa']},
  scope: {adm: ['tudo']},
  actions: {
    desligar: {profiles: ['adm'], places: ['menu'], confirm: 'Deseja desligar?', sets: {ativo: false}},
    ligar: {profiles: ['adm'], confirm: 'Deseja ligar?', sets: {ativo: true}},
  },
  toggle: {field: 'ativo'},
  children: {capitulos: {label: 'Ver Capítulos', title: 'Capítulos de {titulo}'}},
};
const Address = () => {
  const {pathname, search} = useLocation();
  return <output aria-label="endereço">{pathname + decodeURIComponent(search)}</output>;
};
export const address = () => screen.getByLabelText('endereço').textContent;

/** The books' list and form at an address, for one person. @param more what books are besides */
export const open = (at: string, answers: Answers, session: Session = sessionOf('adm'), more: Partial<ResourceInput> = {}) => {
  // A book's page shows its chapters.
  const api = fakeApi({'GET capitulos': {registros: []}, ...answers});
  const shown = show(
    <>
      <GlobalShortcuts />
      <Routes>
        <Route path="/adm/livro" element={<ResourceList name="livros" />} />
        <Route path="/adm/livro/salvar/:id?" element={<ResourceForm name="livros" />} />
        <Route path="*" element={<p>outra tela</p>} />
      </Routes>
      <Address />
    </>,
    {session, at, config: completeConfig({...product, resources: {livros: {...livros, ...more}, capitulos}})},
  );
  return {...shown, api};
};
export const book = (id: number, more = {}) => ({
  id, versao: 1, titulo: `Livro ${id}`, isbn: '123', resumo: 'Longo', custo: 9, ativo: true, ...more,
});
export const shelf = (total: number) =>
  ({'GET livros': {total, registros: Array.from({length: Math.min(total, 20)}, (_, index) => book(index + 1))}});
