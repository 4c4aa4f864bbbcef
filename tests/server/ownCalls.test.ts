// Two calls of one method and path are refused before the server is built: so every route it makes must be one the check knows.
import {expect, it} from 'vitest';
import {listCalls, toRouteKey} from '../../src/schema/check/calls.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {listedRoutes} from '../support/routes.ts';
import {withVeiculos as config} from '../support/configs.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(() => openTestApp({config}));

it('has no route that the check does not know', async () => {
  const known = new Set(listCalls(config).map(({call}) => toRouteKey(call)));
  // Two names of one parameter are told as `:id|:fileId`.
  const pathOf = (url: string): string => url.replace(/^\/api\//, '').replace(/\|:\w+/g, '');
  const routes = (await listedRoutes(server.context)).map(({method, url}) => `${method} ${pathOf(url)}`);
  expect(routes.length).toBeGreaterThan(50);
  expect(routes.filter(route => !known.has(toRouteKey(route)))).toEqual([]);
});
