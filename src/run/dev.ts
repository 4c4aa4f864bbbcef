// `npm run dev`: Vite with hot reload on PORT, proxying to the API, which restarts when its files change.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {createServer} from 'vite';
import {runAsCommand} from './command.ts';
import {freePort} from './freePort.ts';
import {loadConfig, loadEnv} from './commandInputs.ts';
import {findOwnScreens} from './filesBeside.ts';
import {configPlugin, ownScreensPlugin} from './portal/plainData.ts';

await runAsCommand(async () => {
  const {portal: {file}} = await loadConfig();
  await loadEnv();
  const host = process.env.HOST || '127.0.0.1';
  const port = Number(process.env.PORT || 3000);
  const apiPort = await freePort(port + 1, host);

  // Links in mails lead to Vite's portal. Copied before Vite starts, because Vite sets NODE_ENV.
  const env = {PUBLIC_URL: `http://${host}:${port}`, ...process.env, HOST: host, PORT: String(apiPort)};

  const portal = await createServer({
    plugins: [configPlugin(process.cwd(), file), ownScreensPlugin(process.cwd(), findOwnScreens(file))],
    server: {host, port, strictPort: true, proxy: {'/api': `http://${host}:${apiPort}`}},
    clearScreen: false,
  });
  await portal.listen();

  const script = fileURLToPath(new URL('api.ts', import.meta.url));
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', script, ...process.argv.slice(2)], {stdio: 'inherit', env});
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => api.kill('SIGTERM'));
  process.stdout.write(`Balcão em desenvolvimento: http://${host}:${port} (API na porta ${apiPort}). Ctrl-C encerra.\n`);

  await once(api, 'exit');
  await portal.close();
});
