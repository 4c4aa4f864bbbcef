/** Pages that few people open, in one chunk, because each further chunk weighs on every first load. */
export {DeliveriesPage} from './deliveries/DeliveriesPage.tsx';
export {RobotsPage} from './robots/RobotsPage.tsx';
