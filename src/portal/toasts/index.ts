export {useToasts, type Toasts} from './useToasts.ts';
