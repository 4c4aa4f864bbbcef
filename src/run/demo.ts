// `npm run demo`: `npm start` with DEMO=1, in a way every shell understands, and robots that work the demonstration's queue.
import {givenDemo} from './given.ts';
import {start} from './product.ts';

process.env.DEMO = '1';
await start(async (context, address) => {
  const {startRobots} = await import('./robots.ts');
  return startRobots(context, address, await givenDemo(context.env)?.() ?? []);
});
