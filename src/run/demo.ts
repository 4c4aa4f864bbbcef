// `npm run demo`: `npm start` with DEMO=1 set on any shell, and robots that work the demo's queue.
import {startProduct} from './product.ts';

process.env.DEMO = '1';
await startProduct(async (context, address) => (await import('./simulatedRobots.ts')).startRobots(context, address));
