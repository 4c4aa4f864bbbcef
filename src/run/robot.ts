// `npm run robot -- --workflow X`: a robot at a queue, by the client that kits carry; what it does to a record is made up.
import config from '../../resources.config.ts';
import {opcoesDaLinha, trabalhar} from '../kit/robo.mjs';
import {command} from './command.ts';
import {madeUp, modelOf} from './robots.ts';

const PACE = 2000;
await command(() => trabalhar(madeUp(PACE), {
  url: process.env['BALCAO_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`, ...opcoesDaLinha(), modelo: modelOf(config),
}));
