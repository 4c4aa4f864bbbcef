import {useStore} from 'ra-core';

export type Density = 'confortavel' | 'compacta';

export const useDensity = () => useStore<Density>('lista.densidade', 'compacta');
