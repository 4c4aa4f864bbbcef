/** A product of the tests' own for the extras of generated forms: books with chapters, kept in order. */
import {screen} from '@testing-library/react';
import {Route, Routes, useLocation} from 'react-router-dom';
import {completeConfig} from '../../../src/schema/config/completeConfig.ts';
import type {ResourceInput, Resource} from '../../../src/schema/shapes/config.ts';
import type {Session} from '../../../src/schema/session.ts';
import {ResourceForm} from '../../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../../src/portal/views/ResourceList.tsx';
import {fakeApi, type Answers} from './api.ts';
import {product, sessionOf, show} from './world.tsx';

const capitulos: ResourceInput = {
  label: {one: 'Capítulo', many: 'Capítulos'}, icon: 'item',
  api: {answer: 'array'},
  owner: {through: 'idLivro'},
  fields: {
    idLivro: {kind: 'referencia', label: 'Livro', to: 'livros', required: true, readOnly: 'criado'},
    descricao: {kind: 'texto', label: 'Descrição', maxLength: 50, required: true},
    tipoCampo: {kind: 'escolha', label: 'Tipo', default: 'texto', choices: [{id: 'texto', name: 'Texto'}, {id: 'data', name: 'Data'}]},
    obrigatorio: {kind: 'booleano', label: 'Obrigatório', default: false},
    ordem: {kind: 'numero', label: 'Ordem'},
  },
  list: {columns: ['descricao'], filters: {idLivro: {}}, sort: ['ordem', 'asc']},
  form: {'': ['descricao', 'tipoCampo', 'obrigatorio']},
  order: 'ordem',
  actions: {
    revisar: {
      profiles: ['adm'], places: ['edit'], confirm: 'Deseja Revisar?',
    },
  },
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
    titulo: {kind: 'texto', label: 'Título', maxLength: 20, required: true},
    isbn: {kind: 'digitos', label: 'ISBN', maxLength: 13},
    chave: {kind: 'senha', label: 'Chave', minLength: 3, maxLength: 20},
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
    capa: {kind: 'arquivo', label: 'Capa', required: {is: {isbn: ['978']}}},
  },
  list: {columns: ['titulo', 'isbn']},
  form: {'': ['titulo', 'isbn', 'chave', 'idEmpresa']},
  access: {list: ['adm', 'empresa'], create: ['adm', 'empresa']},
  scope: {adm: ['tudo'], empresa: ['empresa']},
  children: {capitulos: {label: 'Ver Capítulos', title: 'Capítulos de {titulo}', preview: 'Ver Como Formulário'}},
  duplicate: {confirm: 'Deseja duplicar?', incomplete: 'Faltaram capítulos.'},
};
const {empresas} = product.resources;
const config = completeConfig({...product, resources: {livros, capitulos, ...(empresas ? {empresas} : {})}});

const Address = () => <output aria-label="endereço">{useLocation().pathname}</output>;
export const address = () => screen.getByLabelText('endereço').textContent;

export const book = {id: 4, versao: 1, titulo: 'Vidas Secas', isbn: '123', chave: '', idEmpresa: 1};
const shelf: Answers = {
  'GET livros': {total: 1, registros: [book]},
  'GET livros/4': book,
  'GET capitulos': [],
  'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sementes Sul'}, {id: 2, razaoSocial: 'Grãos Norte'}],
};

type Change = (resource: Resource) => Resource;
const same: Change = resource => resource;

/** The library's list and form at an address, for one person. @param change declares books otherwise, `chapters` their chapters */
export const openLibrary = (
  at: string, answers: Answers = {}, session: Session = sessionOf('adm'), change = same, chapters = same,
) => {
  const {resources} = config;
  const changed = {...resources, livros: change(resources['livros']!), capitulos: chapters(resources['capitulos']!)};
  // A book's page shows its chapters.
  const api = fakeApi({'GET capitulos': [], ...shelf, ...answers});
  const shown = show(
    <>
      <Routes>
        <Route path="/adm/livro" element={<ResourceList name="livros" />} />
        <Route path="/adm/livro/salvar/:id?" element={<ResourceForm name="livros" />} />
      </Routes>
      <Address />
    </>,
    {session, at, config: {...config, resources: changed}},
  );
  return {...shown, api};
};
