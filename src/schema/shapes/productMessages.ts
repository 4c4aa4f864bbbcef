/** Messages that the product uses by name for every resource, and the shapes for a config's own versions. */
import * as z from 'zod';
import {text} from './nameShapes.ts';

/** Messages about files. A resource may replace any of them. */
export const DEFAULT_FILE_MESSAGES = {
  one: 'Extensão do arquivo não permitida.',
  many: 'Um ou mais arquivos têm extensões não permitidas.',
  save: 'Há arquivos com extensão não permitida.',
  noFile: 'Selecione um arquivo.',
  noType: 'Selecione o tipo do arquivo.',
  noBranch: 'Selecione a Filial.',
  sameType: 'Já existe um arquivo com este tipo na lista.',
  needed: 'Adicione pelo menos um arquivo antes de salvar este registro.',
  tooMany: 'Este registro pode ter até {max} arquivos.',
  confirmDelete: 'Deseja realmente excluir o arquivo?',
  empty: 'O arquivo está vazio.',
  garbledName: 'O nome do arquivo não está em UTF-8, e letras dele se perderam. Dê outro nome ao arquivo e envie de novo.',
  content: 'O conteúdo do arquivo é de um programa. Programas não são aceitos.',
  deleted: 'Arquivo Excluído!',
  added: 'Arquivo Adicionado!',
  oneOnly: 'Envie um arquivo por vez.',
  tooLarge: 'Cada arquivo pode ter até {max} MB.',
  archive: 'Os arquivos juntos passam de 4 GB. Baixe um de cada vez.',
  unwritable: 'Não foi possível gravar o arquivo no servidor. Avise o Administrador.',
  unreadable: 'Não foi possível ler o arquivo no servidor. Avise o Administrador.',
  missing: 'O conteúdo deste arquivo não está mais no servidor. Avise o Administrador.',
  elsewhere: 'A pasta de arquivos do servidor não está disponível, e nada foi gravado. Avise o Administrador.',
};
export type FileMessageName = keyof typeof DEFAULT_FILE_MESSAGES;
/** Messages that only the server uses. */
export const SERVER_ONLY_MESSAGE_NAMES =
  ['content', 'archive', 'unwritable', 'unreadable', 'missing', 'elsewhere'] as const satisfies readonly FileMessageName[];
export type PortalFileMessageName = Exclude<FileMessageName, (typeof SERVER_ONLY_MESSAGE_NAMES)[number]>;

/** Messages of login, passwords, toasts and errors (rules: Errors 1). */
export const DEFAULT_GENERAL_MESSAGES = {
  offline: 'Erro de comunicação com o servidor, entre em contato com o Administrador!',
  unauthorized: 'Usuário ou Senha Inválidos!',
  notFound: 'Url Não Encontrada!',
  failed: 'Ocorreu um erro ao salvar informações, tente novamente ou entre em contato com o Administrador!',
  loginRefused: 'Usuário ou senha inválidos',
  storageFull: 'O navegador está sem espaço para guardar a sua sessão. Libere espaço ou apague dados de outros sites, e tente de novo.',
  loginBoth: 'Preencha os campos Usuário e Senha',
  loginUser: 'Preencha o campo Usuário',
  loginPassword: 'Preencha o campo Senha',
  loginUserInline: 'Digite o seu usuário.',
  loginPasswordInline: 'Digite a sua senha.',
  passwordChanged: 'Senha Atualizada!',
  passwordReset: 'Senha redefinida com sucesso',
  resetSent: 'As instruções para redefinir a senha foram enviadas para o seu e-mail!',
  resetEmail: 'Insira um e-mail.',
  formEmpty: 'O formulário não foi preenchido!',
  toastError: 'Erro',
  toastSuccess: 'Sucesso',
  toastWarning: 'Atenção',
  robotCreated: 'Robô Criado!',
  robotPassword: 'Em branco, o robô não tem senha.',
};
export type GeneralMessageName = keyof typeof DEFAULT_GENERAL_MESSAGES;
/** Messages that only the public screens use, which are loaded with them (`front.ts`). */
export const PUBLIC_SCREEN_MESSAGE_NAMES = [
  'unauthorized', 'loginRefused', 'storageFull', 'loginBoth', 'loginUser', 'loginPassword', 'loginUserInline', 'loginPasswordInline',
  'passwordReset', 'resetSent', 'resetEmail',
] as const satisfies readonly GeneralMessageName[];

const sentence = text().optional();
const shapeOfMessages = <K extends string>(usual: Readonly<Record<K, string>>) =>
  z.strictObject(Object.fromEntries(Object.keys(usual).map(name => [name, sentence])) as Record<K, typeof sentence>);

export const fileMessagesShape = shapeOfMessages(DEFAULT_FILE_MESSAGES);
export const generalMessagesShape = shapeOfMessages(DEFAULT_GENERAL_MESSAGES);
