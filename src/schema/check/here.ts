/** What the checks of one resource are given. */
import type {Resource} from '../config/config.ts';
import type {World} from './world.ts';

export interface Here {
  world: World;
  name: string;
  resource: Resource;
  /** Of what is checked: `resources.tickets`, `resources.tickets.list`. */
  path: string;
}
