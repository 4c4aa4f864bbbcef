import {expect, it} from 'vitest';
import {makeI18nProvider} from '../../src/portal/api/providers/i18nProvider.ts';
import {product} from './support/world.tsx';

// That react-admin's own sentences are all there is held against what is built (tests/e2e/weight.test.ts).
it('counts as Brazilians do', () => {
  const {translate} = makeI18nProvider(product);
  const name = (count: number) => translate('resources.empresas.name', {smart_count: count});
  expect([name(1), name(2), name(0)]).toEqual(['Empresa', 'Empresas', 'Empresas']);
});
