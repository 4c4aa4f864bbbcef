// The API as `npm start` has it, with a webhook, and with own code that tells another system after each commit.
import {runAsCommand} from '../../../src/run/command.ts';
import {readEnv} from '../../../src/server/env.ts';
import {main} from '../../../src/server/main.ts';
import {defineOwn} from '../../../src/server/own.ts';
import {withWebhooks} from '../../support/webhooks.ts';

interface Told {
  record: Readonly<Record<string, unknown>>;
  key: string;
  signal: AbortSignal;
}
const committed = async ({record: {id, descricao}, key, signal}: Told): Promise<void> => {
  const {ok, status} = await fetch(process.env['OWN_URL'] ?? '', {
    method: 'POST', body: JSON.stringify({id, campos: {descricao}}), headers: {'webhook-id': key}, signal,
  });
  if (!ok) throw new Error(`resposta ${status}`);
};
const own = defineOwn(withWebhooks, {steps: {filiais: {create: {committed}, update: {committed}}}});

await runAsCommand(() => main({config: withWebhooks, own, env: readEnv(process.env), portalDir: undefined}));
