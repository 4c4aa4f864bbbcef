// `npm run senha -- <e-mail>`: sets a random password for a user without access to the reset mail.
import {command} from './command.ts';
import {givenConfig, givenEnv, rest} from './given.ts';

await command(async () => {
  const [email] = rest;
  if (email === undefined) throw new Error('Informe o e-mail: npm run senha -- pessoa@empresa.com.br');
  const env = await givenEnv();
  const {config} = await givenConfig();
  const {givePassword} = await import('../server/sessions/newPassword.ts');
  const password = await givePassword(config, env, email);
  process.stdout.write(`Nova senha de ${email}: ${password}\n`);
});
