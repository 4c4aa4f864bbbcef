/**
 * Resources and fields that the product itself reads by name: who signs in, their company, their branches. A config needs them; the rest of
 * these resources is its own.
 */

export interface SystemField {
  /** Kind of the field. A string, because the shapes of kinds use names from this file (`check/needed.ts` checks it). */
  kind: string;
  to?: string;
  unique?: 'global';
  required?: true;
  readOnly?: true;
}

export const systemFields = {
  usuarios: {
    tipo: {kind: 'escolha', required: true},
    nome: {kind: 'texto'},
    email: {kind: 'email', required: true, unique: 'global'},
    senha: {kind: 'senha'},
    codigoExterno: {kind: 'texto'},
    idEmpresa: {kind: 'referencia', to: 'empresas'},
    // Set by the database, because a form that contained it would have created inactive records.
    ativo: {kind: 'booleano', readOnly: true},
  },
  empresas: {
    razaoSocial: {kind: 'texto'},
    ativo: {kind: 'booleano', readOnly: true},
  },
  filiais: {
    idEmpresa: {kind: 'referencia', to: 'empresas'},
  },
} as const satisfies Record<string, Record<string, SystemField>>;

export type SystemFields = typeof systemFields;
/** The resources of users, their companies and their branches. */
export const USERS = 'usuarios' satisfies keyof SystemFields;
export const COMPANIES = 'empresas' satisfies keyof SystemFields;
export const BRANCHES = 'filiais' satisfies keyof SystemFields;

/** Field of users maintained by the database: they have no password yet. */
export const PASSWORDLESS_FIELD = 'semSenha';

/** Fields required of a resource whose records are items of a form (of a template, or shown as a preview). */
export const systemItemFields = {
  descricao: {kind: 'texto'},
  tipoCampo: {kind: 'escolha'},
  obrigatorio: {kind: 'booleano'},
} as const satisfies Record<string, SystemField>;
