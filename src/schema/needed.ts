/**
 * What the product itself reads by name: who signs in, the company they belong to, the branches they are linked with. These
 * resources have to be there, with these fields; everything else in them is the config's to say.
 */

export interface Need {
  /** Its check takes kinds alone (`check/needed.ts`); their shapes are made with names from here. */
  kind: string;
  /** The resource it refers to. */
  to?: string;
  /** Options it must have, and why nothing works without. */
  unique?: 'global';
  required?: true;
  readOnly?: true;
}

export const needed = {
  usuarios: {
    tipo: {kind: 'escolha', required: true},
    nome: {kind: 'texto'},
    email: {kind: 'email', required: true, unique: 'global'},
    senha: {kind: 'senha'},
    codigoExterno: {kind: 'texto'},
    idEmpresa: {kind: 'referencia', to: 'empresas'},
    // Made active by the database: a form that carries it would have made them inactive.
    ativo: {kind: 'booleano', readOnly: true},
  },
  empresas: {
    razaoSocial: {kind: 'texto'},
    ativo: {kind: 'booleano', readOnly: true},
  },
  filiais: {
    idEmpresa: {kind: 'referencia', to: 'empresas'},
  },
} as const satisfies Record<string, Record<string, Need>>;

export type Needed = typeof needed;
/** The resource whose records sign in, the one they belong to, and the one they are linked with. */
export const USERS = 'usuarios' satisfies keyof Needed;
export const COMPANIES = 'empresas' satisfies keyof Needed;
export const BRANCHES = 'filiais' satisfies keyof Needed;

/** The field of users that the database keeps: whether they have no password yet. */
export const PASSWORDLESS = 'semSenha';

/** What code reads of a resource whose records are items of a form (of a template, or shown as a preview). */
export const neededOfItems = {
  descricao: {kind: 'texto'},
  tipoCampo: {kind: 'escolha'},
  obrigatorio: {kind: 'booleano'},
} as const satisfies Record<string, Need>;
