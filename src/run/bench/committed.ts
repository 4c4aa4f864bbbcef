/** The results that are part of the project, and what the last commit has of them. */
import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {withTables} from './report.ts';
import type {Results} from './results.ts';

export const FILE = 'docs/bench.json';
export const PAGE = 'docs/performance.md';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Undefined where there are none yet, or no repository. */
export const committedResults = async (): Promise<Results | undefined> => {
  const shown = await promisify(execFile)('git', ['show', `HEAD:${FILE}`], {cwd: ROOT}).catch(() => undefined);
  return shown === undefined ? undefined : JSON.parse(shown.stdout) as Results;
};

/** Three digits: what is beyond them is noise. */
const rounded = (_key: string, value: unknown): unknown =>
  (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value);

/** A line for each call and place, so that a change of the file says what changed; and the tables of the page that tells of them. */
export const writeResults = async (results: Results): Promise<void> => {
  const text = JSON.stringify(results, rounded, 2)
    .replaceAll(/\{[^{}]*\{[^{}]*\}[^{}]*\}|\{[^{}]*\}/g, inner => (inner.length < 400 ? inner.replaceAll(/\s+/g, ' ') : inner));
  await writeFile(`${ROOT}${FILE}`, `${text}\n`);
  await writeFile(`${ROOT}${PAGE}`, withTables(await readFile(`${ROOT}${PAGE}`, 'utf8'), results));
};
