/** Every route the server registers, as a test sees it: by building one and listening to what it adds. */
import type {Context} from '../../src/server/context.ts';
import {buildApp} from '../../src/server/app.ts';

export interface ListedRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
}

/** Methods and full paths of the API, each once. */
export const listedRoutes = async (context: Context): Promise<ListedRoute[]> => {
  const app = await buildApp(context);
  await app.ready();
  const text = app.printRoutes({commonPrefix: false});
  await app.close();
  const found: ListedRoute[] = [];
  const path: string[] = [];
  for (const line of text.split('\n')) {
    const match = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/u.exec(line);
    if (match === null) continue;
    const depth = (match[1] ?? '').length / 4;
    path.length = depth;
    path.push(match[2] ?? '');
    for (const method of (match[3] ?? '').split(', ')) {
      if (method === 'GET' || method === 'POST' || method === 'PUT' || method === 'DELETE') found.push({method, url: path.join('')});
    }
  }
  return found.filter(route => route.url.startsWith('/api/'));
};
