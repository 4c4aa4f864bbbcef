// `npm run demo`: `npm start` with DEMO=1 set on any shell, and robots that work the demo's queue.
import {findDemoLoader} from './commandInputs.ts';
import {startProduct} from './product.ts';

process.env.DEMO = '1';
await startProduct(async (context, address) => {
  const {startRobots} = await import('./simulatedRobots.ts');
  return startRobots(context, address, await findDemoLoader(context.env)?.() ?? []);
});
