/** The manifest of a backup: `manifesto.json`, and `SHA256SUMS`, which `sha256sum -c` reads too. */
import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import * as z from 'zod';
import {UNFINISHED_MARKER} from './target.ts';

const MANIFEST = 'manifesto.json';
const SUMS = 'SHA256SUMS';

/** A path inside the backup, without `..`. */
const INSIDE = /^(?!.*\.\.)(?:db|files)(?:\/[\w.-]+)*$|^banco\.dump$/;

const keyAndReason = {chave: z.string(), motivo: z.string()};
const fault = z.union([
  z.object({de: z.string(), registro: z.number(), ...keyAndReason}),
  // Format of backups from before other resources had files.
  z.object({ticket: z.number(), ...keyAndReason}).transform(({ticket, ...rest}) => ({de: 'tickets', registro: ticket, ...rest})),
]);
export type FileFault = z.infer<typeof fault>;

const shape = z.object({
  formato: z.literal(1),
  versao: z.string(),
  momento: z.iso.datetime(),
  /** false when `faltas` lists missing or altered files. */
  completo: z.boolean(),
  faltas: z.array(fault),
  identidade: z.string().optional(),
  banco: z.object({
    tipo: z.enum(['embutido', 'servidor']),
    postgres: z.number(),
    pgDump: z.number().optional(),
    migracao: z.number(),
    contagens: z.record(z.string(), z.number()),
    /** Folders of the embedded database, because copies of a folder may lose empty ones. */
    pastas: z.array(z.string().regex(INSIDE)),
  }),
  arquivos: z.object({quantidade: z.number(), bytes: z.number()}),
  bytes: z.number(),
  sha256: z.string(),
});
export type Manifest = z.infer<typeof shape>;

export type HashesByPath = Map<string, string>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes both files, the manifest last because it marks a complete backup. */
export const writeManifest = async (folder: string, manifest: Omit<Manifest, 'formato' | 'sha256'>, sums: HashesByPath): Promise<void> => {
  const lines = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, hash]) => `${hash}  ${path}\n`).join('');
  const options = {mode: 0o600, flush: true};
  await writeFile(join(folder, SUMS), lines, options);
  const completeManifest: Manifest = {formato: 1, ...manifest, sha256: sha256(lines)};
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(completeManifest, null, 2)}\n`, options);
};

export const readManifest = async (folder: string): Promise<{manifest: Manifest; sums: HashesByPath}> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (basename(folder).includes(UNFINISHED_MARKER)) {
    throw new Error(`${folder} é um backup que foi interrompido antes do fim: não serve, e pode ser apagado.`);
  }
  if (text === undefined) throw new Error(`Não há um backup em ${folder}: falta ${MANIFEST}.`);
  const manifest = parseManifest(text);
  if (manifest === undefined) {
    throw new Error(`${MANIFEST} de ${folder} não pode ser lido: está estragado, ou é de uma versão mais nova do Balcão.`);
  }
  const lines = await readFile(join(folder, SUMS), 'utf8').catch(() => '');
  if (sha256(lines) !== manifest.sha256) throw new Error(`O backup em ${folder} está estragado: ${SUMS} falta ou foi alterado.`);
  const sums: HashesByPath = new Map();
  for (const line of lines.split('\n').slice(0, -1)) {
    const [hash = '', path = ''] = line.split('  ');
    if (!INSIDE.test(path)) throw new Error(`${SUMS} de ${folder} nomeia o que não é do backup: ${path}`);
    sums.set(path, hash);
  }
  return {manifest, sums};
};

const parseManifest = (text: string): Manifest | undefined => {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
