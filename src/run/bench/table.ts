/** A table in the terminal: texts to the left, numbers to the right. */

const number = new Intl.NumberFormat('pt-BR', {minimumFractionDigits: 1, maximumFractionDigits: 1});

export const figure = (value: number | undefined): string => (value === undefined ? '–' : number.format(value));
export const ratio = (value: number): string =>
  `${new Intl.NumberFormat('pt-BR', {maximumSignificantDigits: value < 10 ? 2 : 3}).format(value)}×`;

const isFigure = (text: string): boolean => /^(?:[\d.,]+|–)/.test(text);

export const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => {
      const isRight = column > 0 && isFigure(rows[0]?.[column] ?? '');
      return isRight ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
    }).join('  ').trimEnd();
  return [line(titles), widths.map(width => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
};
