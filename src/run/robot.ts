// `npm run robot -- --workflow X`: a robot on a queue, through the client of the kits, with simulated work.
import {opcoesDaLinha, trabalhar} from '../kit/robo.mjs';
import {command} from './command.ts';
import {givenConfig, rest} from './given.ts';
import {madeUp, modelOf} from './robots.ts';

const STEP_MS = 2000;
await command(async () => trabalhar(madeUp(STEP_MS), {
  url: process.env['BALCAO_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`,
  ...opcoesDaLinha(rest), modelo: modelOf((await givenConfig()).config),
}));
