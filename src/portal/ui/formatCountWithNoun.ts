/** '1 feito', '3 feitos', '1.200 feitos'. */
export const formatCountWithNoun = (count: number, singular: string, plural: string): string =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? singular : plural}`;
