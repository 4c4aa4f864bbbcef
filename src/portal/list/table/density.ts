/** The row density that a person chose, stored in the browser. */
import {useStore} from 'ra-core';

export type Density = 'confortavel' | 'compacta';

export const useDensity = () => useStore<Density>('lista.densidade', 'compacta');
