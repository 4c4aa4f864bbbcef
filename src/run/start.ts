// `npm start`.
import {start} from './product.ts';

await start();
