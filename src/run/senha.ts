// `npm run senha -- <e-mail>`: a new random password for a user who forgot theirs and whom no mail reaches.
import {command} from './command.ts';

await command(async () => {
  const [email] = process.argv.slice(2);
  if (email === undefined) throw new Error('Informe o e-mail: npm run senha -- pessoa@empresa.com.br');
  const {readEnv} = await import('../server/env.ts');
  const env = readEnv(process.env);
  const {default: config} = await import('../../resources.config.ts');
  const {demandConfig} = await import('../schema/check.ts');
  demandConfig(config);
  const {givePassword} = await import('../server/sessions/newPassword.ts');
  const password = await givePassword(config, env, email);
  process.stdout.write(`Nova senha de ${email}: ${password}\n`);
});
