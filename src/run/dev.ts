// `npm run dev`: Vite with hot reload on PORT, and behind it the API, which starts again when a file of its changes.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {createServer} from 'vite';
import {command} from './command.ts';
import {freePort} from './freePort.ts';

await command(async () => {
  const {readEnv} = await import('../server/env.ts');
  readEnv(process.env);
  const host = process.env.HOST || '127.0.0.1';
  const port = Number(process.env.PORT || 3000);
  const apiPort = await freePort(port + 1, host);

  // Links in mails lead to the portal a person sees, which is Vite's. Taken before Vite, which sets NODE_ENV here.
  const env = {PUBLIC_URL: `http://${host}:${port}`, ...process.env, HOST: host, PORT: String(apiPort)};

  const portal = await createServer({
    server: {host, port, strictPort: true, proxy: {'/api': `http://${host}:${apiPort}`}},
    clearScreen: false,
  });
  await portal.listen();

  const script = fileURLToPath(new URL('api.ts', import.meta.url));
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', script], {stdio: 'inherit', env});
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => api.kill('SIGTERM'));
  process.stdout.write(`Balcão em desenvolvimento: http://${host}:${port} (API na porta ${apiPort}). Ctrl-C encerra.\n`);

  await once(api, 'exit');
  await portal.close();
});
