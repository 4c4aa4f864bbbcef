import {verifyFiles, areConsistent, type FileFindings} from '../server/backup/verifyFiles.ts';
import type {Env} from '../server/env.ts';
import {amountText, countText, faultLines, runWithProgress, limitLines} from './progressDisplay.ts';

const formatFindings = ({ok, faltas, orphans, recent, deleted, tmp, bin, identity}: FileFindings, contents: boolean): string[] => {
  const otherAmounts = [
    {amount: deleted, description: 'de anexos excluídos, ainda guardados'},
    {amount: recent, description: 'sem registro, de menos de um dia: um envio em andamento ou interrompido'},
    {amount: tmp, description: 'em tmp: um envio em andamento ou interrompido'},
    {amount: bin, description: 'na lixeira'},
  ].filter(({amount}) => amount.files > 0);
  return [
    `Em ordem: ${amountText(ok)}${contents ? ', com o conteúdo conferido' : ', pelo tamanho'}.`,
    ...otherAmounts.map(({amount, description}) => `${amountText(amount)} ${description}.`),
    ...(faltas.length === 0 ? [] : [
      `Faltam ou estão alterados: ${countText(faltas.length, 'arquivo', 'arquivos')}.`, ...faultLines(faltas),
    ]),
    ...(orphans.length === 0 ? [] : [
      `Sem registro há mais de um dia: ${countText(orphans.length, 'arquivo', 'arquivos')}. ` +
        'O banco de dados pode ser mais antigo que os arquivos.',
      ...limitLines(orphans),
    ]),
    ...(identity === 'different'
      ? ['O banco de dados e a pasta de arquivos são de instalações diferentes: confira DATA_DIR e DATABASE_URL.']
      : []),
  ];
};

/** Runs `conferir` and prints its findings. @returns whether everything is in order */
export const printFindings = async (env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, contents: boolean): Promise<boolean> => {
  const findings = await runWithProgress(course => verifyFiles(env, contents, course));
  const isInOrder = areConsistent(findings);
  const verdict = isInOrder ? 'Banco de dados e arquivos estão de acordo.' : 'Banco de dados e arquivos NÃO estão de acordo.';
  process.stdout.write(`${[...formatFindings(findings, contents), verdict].join('\n')}\n`);
  return isInOrder;
};
