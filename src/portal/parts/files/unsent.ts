/** What is said of files that were chosen and have not arrived. */
import type {FileChoice} from './useFileChoice.ts';

/** 'O arquivo nota.pdf ainda não foi enviado.'; undefined where every chosen file has arrived. */
export const unsentFiles = ({chosen}: Pick<FileChoice, 'chosen'>): string | undefined => {
  const names = chosen.map(({name}) => name).join(', ');
  if (chosen.length === 0) return undefined;
  return chosen.length === 1 ? `O arquivo ${names} ainda não foi enviado.` : `Os arquivos ${names} ainda não foram enviados.`;
};

/** What a draft says of them: as long as the browser does not have them, they would be gone with the page. */
export const draftNote = (choice: Pick<FileChoice, 'chosen' | 'kept'>): string | undefined => {
  const unsent = unsentFiles(choice);
  return unsent === undefined || choice.kept ? unsent : `${unsent} Os arquivos precisam ser escolhidos de novo.`;
};
