/** Records to test with, made through the API as the Adm would. Every call gives valid values of its own. */
import {cnpj} from 'cpf-cnpj-validator';
import {expect} from 'vitest';
import type {Context} from '../../src/server/context.ts';
import type {Adm, Api} from './server.ts';

export type Perfil = 'adm' | 'empresa' | 'fornecedor' | 'rpa' | 'empresaUsuario';

export interface SeedUser {
  id: number;
  token: string;
  email: string;
  senha: string;
  idEmpresa: number;
}
export interface SeedBranch {
  id: number;
  idEmpresa: number;
}
export interface SeedTemplate {
  id: number;
  idEmpresa: number;
  idFilial: number;
  itens: {id: number; descricao: string}[];
}
/** Values that replace the given ones. */
type More = Readonly<Record<string, unknown>>;

export interface Seed {
  empresa(more?: More): Promise<{id: number}>;
  /** In a company of its own unless `idEmpresa` is given. */
  filial(more?: More): Promise<SeedBranch>;
  /** Signed in; in a company of its own unless `idEmpresa` is given (no company for `adm`). `filiais` are the branches linked. */
  usuario(of: More & {perfil: Perfil; idEmpresa?: number; filiais?: readonly number[]; senha?: string}): Promise<SeedUser>;
  fornecedor(more?: More): Promise<{id: number; idEmpresa: number}>;
  /** In a branch of its own unless `idEmpresa` and `idFilial` are given; `itens` as the API takes them. */
  modelo(more?: More & {itens?: readonly More[]}): Promise<SeedTemplate>;
}

/** A valid CNPJ nobody else has. */
export const newCnpj = (): string => cnpj.generate();

export const createSeed = (api: Api, adm: Adm, {config}: Pick<Context, 'config'>): Seed => {
  let last = 0;
  const next = () => ++last;

  const created = async (endpoint: `POST ${string}`, body: More): Promise<Record<string, unknown> & {id: number}> => {
    const answer = await api(adm, endpoint, {body});
    expect(answer, `${endpoint} ${JSON.stringify(body)}`).toMatchObject({status: 201});
    return answer.body;
  };
  const companyOf = async (more: More): Promise<number> =>
    (typeof more['idEmpresa'] === 'number' ? more['idEmpresa'] : (await empresa()).id);

  const empresa: Seed['empresa'] = (more = {}) =>
    created('POST empresas', {
      razaoSocial: `Empresa ${next()}`, cnpj: newCnpj(), email: 'contato@empresa.test', telefone: '1133334444', ...more,
    });

  const filial: Seed['filial'] = async (more = {}) => {
    const idEmpresa = await companyOf(more);
    const {id} = await created('POST filial', {
      descricao: `Filial ${next()}`, razaoSocial: 'Filial Ltda', cnpj: newCnpj(), telefone: '1133334444', contato: 'Ana', ...more,
      idEmpresa,
    });
    return {id, idEmpresa};
  };

  const usuario: Seed['usuario'] = async ({perfil, filiais = [], senha = 'segredo-1', ...more}) => {
    const idEmpresa = perfil === 'adm' ? 0 : await companyOf(more);
    const email = `pessoa${next()}@balcao.test`;
    const user = await created('POST usuarios', {
      nome: `Pessoa ${last}`, email, senha, tipo: config.profiles[perfil]?.id, ...more, idEmpresa,
      filiaisAlteradas: filiais.map(idFilial => ({idFilial, usuarioVinculado: true})),
    });
    const {body} = await api(undefined, 'POST usuarios/login', {body: {email: user['email'], senha}});
    return {id: user.id, token: body.token, email: String(user['email']), senha, idEmpresa};
  };

  const fornecedor: Seed['fornecedor'] = async (more = {}) => {
    const idEmpresa = await companyOf(more);
    const {id} = await created('POST fornecedores', {
      razaoSocial: `Fornecedor ${next()}`, email: 'contato@fornecedor.test', telefone: '11988887777', ...more, idEmpresa,
    });
    return {id, idEmpresa};
  };

  const modelo: Seed['modelo'] = async ({itens = [{descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true}], ...more} = {}) => {
    const branch = typeof more['idFilial'] === 'number' ? {id: more['idFilial'], idEmpresa: Number(more['idEmpresa'])} : await filial(more);
    const {id} = await created('POST modelosformulario', {
      descricao: `Modelo ${next()}`, chavePai: 'PAI', chave: `CHAVE-${last}`, workFlowNameRpa: '', ...more, idEmpresa: branch.idEmpresa,
      idFilial: branch.id,
    });
    const made: SeedTemplate['itens'] = [];
    for (const item of itens) {
      const one = await created('POST modelosFormularioItem', {...item, idModeloFormulario: id});
      made.push({id: one.id, descricao: String(one['descricao'])});
    }
    return {id, idEmpresa: branch.idEmpresa, idFilial: branch.id, itens: made};
  };

  return {empresa, filial, usuario, fornecedor, modelo};
};
