// `npm start`.
import {startProduct} from './product.ts';

await startProduct();
