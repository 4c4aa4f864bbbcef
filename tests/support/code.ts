/** Code without comments and without the names of modules. */
export const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/ .*$/gm, '').replaceAll(/(?:from |import\()'[^']*'/g, '');
