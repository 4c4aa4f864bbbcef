// `npm run robot -- --workflow X`: a robot at a queue, by the client that kits carry; what it does to a record is made up.
import {opcoesDaLinha, trabalhar} from '../kit/robo.mjs';
import {command} from './command.ts';
import {givenConfig, rest} from './given.ts';
import {madeUp, modelOf} from './robots.ts';

const PACE = 2000;
await command(async () => trabalhar(madeUp(PACE), {
  url: process.env['BALCAO_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`,
  ...opcoesDaLinha(rest), modelo: modelOf((await givenConfig()).config),
}));
