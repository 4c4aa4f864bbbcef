/** Messages that the product uses by name for every resource, and the shapes for a config's own versions. */
import * as z from 'zod';
import {textShape} from './nameShapes.ts';

/** Messages about files. `files.messages` of a resource overrides these for its own files. */
export const DEFAULT_FILE_MESSAGES = {
  /** For one file with a forbidden extension. */
  one: 'Extensão do arquivo não permitida.',
  /** For several files with forbidden extensions. */
  many: 'Um ou mais arquivos têm extensões não permitidas.',
  /** For a record that is saved with such files. */
  save: 'Há arquivos com extensão não permitida.',
  /** Shown for an upload without a file. */
  noFile: 'Selecione um arquivo.',
  /** Shown for a file for which no type of the list was chosen. */
  noType: 'Selecione o tipo do arquivo.',
  /** For an upload whose `data` lacks the record's value of `repeats`. */
  noBranch: 'Selecione a Filial.',
  /** For a second file of one type, with `onePerType`. */
  sameType: 'Já existe um arquivo com este tipo na lista.',
  /** Shown for a new record without a file, where the resource's `files` are `required`. */
  needed: 'Adicione pelo menos um arquivo antes de salvar este registro.',
  /** For more files than `UPLOAD_MAX_FILES`, which is `{max}`. */
  tooMany: 'Este registro pode ter até {max} arquivos.',
  /** Question before a file is deleted. */
  confirmDelete: 'Deseja realmente excluir o arquivo?',
  /** For a file without content. */
  empty: 'O arquivo está vazio.',
  /** For a file name that lost characters on its way. */
  garbledName: 'O nome do arquivo não está em UTF-8, e letras dele se perderam. Dê outro nome ao arquivo e envie de novo.',
  /** For a file whose content is a program. */
  content: 'O conteúdo do arquivo é de um programa. Programas não são aceitos.',
  /** After a file was deleted. */
  deleted: 'Arquivo Excluído!',
  /** After a file was added. */
  added: 'Arquivo Adicionado!',
  /** For several files where one is accepted. */
  oneOnly: 'Envie um arquivo por vez.',
  /** For a file above `UPLOAD_MAX_MB`, which is `{max}`. */
  tooLarge: 'Cada arquivo pode ter até {max} MB.',
  /** For a download of all files that would be larger than a ZIP can be. */
  archive: 'Os arquivos juntos passam de 4 GB. Baixe um de cada vez.',
  /** For an upload that the server cannot store. */
  unwritable: 'Não foi possível gravar o arquivo no servidor. Avise o Administrador.',
  /** For a download that the server cannot read. */
  unreadable: 'Não foi possível ler o arquivo no servidor. Avise o Administrador.',
  /** For a download of a file that the server lost. */
  missing: 'O conteúdo deste arquivo não está mais no servidor. Avise o Administrador.',
  /** For an upload while the folder of files is not the database's. */
  elsewhere: 'A pasta de arquivos do servidor não está disponível, e nada foi gravado. Avise o Administrador.',
};
export type FileMessageName = keyof typeof DEFAULT_FILE_MESSAGES;
/** Messages that only the server uses. */
export const SERVER_ONLY_MESSAGE_NAMES =
  ['content', 'archive', 'unwritable', 'unreadable', 'missing', 'elsewhere'] as const satisfies readonly FileMessageName[];
export type PortalFileMessageName = Exclude<FileMessageName, (typeof SERVER_ONLY_MESSAGE_NAMES)[number]>;

/** Messages of login, passwords, toasts and errors (rules: Errors 1), which belong to no single resource. */
export const DEFAULT_GENERAL_MESSAGES = {
  /** For a call without an answer. */
  offline: 'Erro de comunicação com o servidor, entre em contato com o Administrador!',
  /** For a session that ended. */
  unauthorized: 'Usuário ou Senha Inválidos!',
  /** For a call or record that does not exist. */
  notFound: 'Url Não Encontrada!',
  /** For a failed call that says no more. */
  failed: 'Ocorreu um erro ao salvar informações, tente novamente ou entre em contato com o Administrador!',
  /** For a refused login. */
  loginRefused: 'Usuário ou senha inválidos',
  /** For a browser without room for the session. */
  storageFull: 'O navegador está sem espaço para guardar a sua sessão. Libere espaço ou apague dados de outros sites, e tente de novo.',
  /** For a login with both inputs empty. */
  loginBoth: 'Preencha os campos Usuário e Senha',
  /** For a login with an empty e-mail. */
  loginUser: 'Preencha o campo Usuário',
  /** For a login with an empty password. */
  loginPassword: 'Preencha o campo Senha',
  /** Beside the empty input of the user. */
  loginUserInline: 'Digite o seu usuário.',
  /** Beside the empty input of the password. */
  loginPasswordInline: 'Digite a sua senha.',
  /** After a person changed their own password. */
  passwordChanged: 'Senha Atualizada!',
  /** After a new password by a link. */
  passwordReset: 'Senha redefinida com sucesso',
  /** After a request for a link, whether the e-mail is known or not. */
  resetSent: 'As instruções para redefinir a senha foram enviadas para o seu e-mail!',
  /** For a request for a link without e-mail. */
  resetEmail: 'Insira um e-mail.',
  /** For a record whose form of a template is not filled in. */
  formEmpty: 'O formulário não foi preenchido!',
  /** Title of a message about an error. */
  toastError: 'Erro',
  /** Title of a message about a success. */
  toastSuccess: 'Sucesso',
  /** Title of a warning. */
  toastWarning: 'Atenção',
  /** After a robot was created on the page `robos`. */
  robotCreated: 'Robô Criado!',
  /** Help text under a new robot's password. */
  robotPassword: 'Em branco, o robô não tem senha.',
};
export type GeneralMessageName = keyof typeof DEFAULT_GENERAL_MESSAGES;
/** Messages that only the public screens use, which are loaded with them (`front.ts`). */
export const PUBLIC_SCREEN_MESSAGE_NAMES = [
  'unauthorized', 'loginRefused', 'storageFull', 'loginBoth', 'loginUser', 'loginPassword', 'loginUserInline', 'loginPasswordInline',
  'passwordReset', 'resetSent', 'resetEmail',
] as const satisfies readonly GeneralMessageName[];

const sentence = textShape().optional();
const messagesShapeOf = <K extends string>(defaults: Readonly<Record<K, string>>) =>
  z.strictObject(Object.fromEntries(Object.keys(defaults).map(name => [name, sentence])) as Record<K, typeof sentence>);

export const fileMessagesShape = messagesShapeOf(DEFAULT_FILE_MESSAGES);
export const generalMessagesShape = messagesShapeOf(DEFAULT_GENERAL_MESSAGES);
