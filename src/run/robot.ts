// `npm run robot -- --workflow X`: a robot on a queue, through the client of the kits, with simulated work.
import {opcoesDaLinha, trabalhar} from '../kit/robo.mjs';
import {runAsCommand} from './command.ts';
import {loadConfig, commandArgs} from './commandInputs.ts';
import {simulateWork, firstQueueSettings} from './simulatedRobots.ts';

const STEP_MS = 2000;
await runAsCommand(async () => trabalhar(simulateWork(STEP_MS), {
  url: process.env['BALCAO_URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`,
  ...opcoesDaLinha(commandArgs), modelo: firstQueueSettings((await loadConfig()).config),
}));
