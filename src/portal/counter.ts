/** What `main.tsx` fetches once somebody does something at the login. */
import {counterWith} from './pages/login/counter.ts';
import {words} from './words.ts';

export const counter = counterWith(words);
