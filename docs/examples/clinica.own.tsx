/** Own screens of the clinic's equipment desk: the shelf, and where a loan's equipment stands. */
import {defineOwnScreens} from '../../src/portal/own.ts';
import config from './clinica.config.ts';

export default defineOwnScreens(config, {
  pages: {
    prateleira: {
      title: 'Prateleira', icon: 'check', profiles: ['coordenacao', 'tecnico', 'solicitante'], menu: 'Balcão',
      load: () => import('./clinica.own.Shelf.tsx'),
    },
  },
});
