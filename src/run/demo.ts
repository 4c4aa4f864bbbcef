// `npm run demo`: `npm start` with DEMO=1, in a way every shell understands, and robots that work the demonstration's queue.
import {start} from './product.ts';

process.env.DEMO = '1';
await start(async (context, address) => (await import('./robots.ts')).startRobots(context, address));
