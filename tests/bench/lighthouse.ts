/** Lighthouse from the registry, at one version, for this run alone: no dependency of the product. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';

const PACKAGE = 'lighthouse@13.5.0';

export interface Verdict {
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Seconds. */
  largestPaint: number;
  /** Milliseconds. */
  blocked: number;
  layoutShift: number;
}

interface Report {
  runtimeError?: {code: string; message: string};
  categories: Record<string, {score: number | null}>;
  audits: Record<string, {numericValue?: number}>;
}

/**
 * Measures an address on the mobile preset, in a browser that is open already and keeps what it has stored.
 *
 * @param port the browser's debugging port
 * @throws Error that says why there is no verdict
 */
export const lighthouse = async (address: string, port: number): Promise<Verdict> => {
  const args = [
    'exec', '--yes', PACKAGE, '--', address, `--port=${port}`, '--disable-storage-reset', '--output=json', '--quiet',
    '--only-categories=performance,accessibility,best-practices',
  ];
  const child = spawn('npm', args, {stdio: ['ignore', 'pipe', 'pipe']});
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (!out.startsWith('{')) throw new Error(err.trim().split('\n').findLast(line => !line.startsWith('npm warn')) ?? 'no answer');
  const {runtimeError, categories, audits} = JSON.parse(out) as Report;
  if (runtimeError) throw new Error(`${runtimeError.code}: ${runtimeError.message}`);
  const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string): number => audits[name]?.numericValue ?? 0;
  return {
    performance: score('performance'), accessibility: score('accessibility'), bestPractices: score('best-practices'),
    largestPaint: value('largest-contentful-paint') / 1000, blocked: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
  };
};
