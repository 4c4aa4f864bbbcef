// The API as `npm start` has it, without a portal; with `MORE=1` of a config in which tickets have a column more.
import config from '../../../resources.config.ts';
import {runAsCommand} from '../../../src/run/command.ts';
import {readEnv} from '../../../src/server/env.ts';
import {main} from '../../../src/server/main.ts';
import {withFields} from '../../support/configs.ts';

const more = withFields('tickets', {protocolo: {kind: 'texto', label: 'Protocolo', maxLength: 20}});

await runAsCommand(() => main({config: process.env['MORE'] === '1' ? more : config, env: readEnv(process.env), portalDir: undefined}));
