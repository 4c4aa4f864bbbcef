// `npm run senha -- <e-mail>`: sets a random password for a user without access to the reset mail.
import {runAsCommand} from './command.ts';
import {loadConfig, loadEnv, commandArgs} from './commandInputs.ts';

await runAsCommand(async () => {
  const [email] = commandArgs;
  if (email === undefined) throw new Error('Informe o e-mail: npm run senha -- pessoa@empresa.com.br');
  const env = await loadEnv();
  const {config} = await loadConfig();
  const {setRandomPasswordByCommand} = await import('../server/sessions/passwords.ts');
  const password = await setRandomPasswordByCommand(config, env, email);
  process.stdout.write(`Nova senha de ${email}: ${password}\n`);
});
