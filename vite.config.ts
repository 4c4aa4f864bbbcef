/// <reference types="vitest/config" />
// The portal's build. Only `vite` and its React plugin are imported, because `npm start` builds the portal where development packages are
// not installed; what vitest runs is in `tests/support/suites.ts`.
import {fileURLToPath} from 'node:url';
import react from '@vitejs/plugin-react';
import {defineConfig, type UserConfig} from 'vite';
import {portalChunks} from './src/run/portal/chunks.ts';

// Not part of what is bundled here: where the portal is only built, there are no tests.
const SUITES = new URL('tests/support/suites.ts', import.meta.url).href;

const tests = async (mode: string): Promise<Pick<UserConfig, 'test'>> => {
  if (process.env.VITEST !== 'true') return {};
  // Dates are days of São Paulo whatever machine runs the tests. Set here, before workers start, and only under vitest.
  process.env.TZ ??= 'America/Sao_Paulo';
  const {suiteOf} = await import(SUITES) as typeof import('./tests/support/suites.ts');
  return {test: suiteOf(mode)};
};

export default defineConfig(async ({mode}): Promise<UserConfig> => ({
  plugins: [react()],
  publicDir: 'src/portal/public',
  // Only the real environment counts: an .env file read here would escape the check of what the build depends on.
  envDir: false,
  resolve: {alias: {
    // ra-core imports it for an export that no list of ours offers; it would be 4 kB of every first load.
    'jsonexport/dist/index.js': fileURLToPath(new URL('src/portal/app/noExport.ts', import.meta.url)),
    'object.entries': fileURLToPath(new URL('src/portal/app/objectEntries.ts', import.meta.url)),
  }},
  define: {'import.meta.env.VITE_API_URL': JSON.stringify(process.env.VITE_API_URL || '/api')},
  build: {
    outDir: 'dist/portal',
    rolldownOptions: {output: {codeSplitting: {groups: portalChunks}}},
    // react-admin with Material UI is one chunk of about 1 MB (300 kB compressed); what matters is that the login does without.
    chunkSizeWarningLimit: 1500,
  },
  server: {watch: {ignored: ['**/data{,-*}/**', '**/dist/**', '**/.screenshots/**']}},
  ...await tests(mode),
}));
