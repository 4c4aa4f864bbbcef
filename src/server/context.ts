/** Context of every route, and the caller. */
import type {Config} from '../schema/shapes/config.ts';
import type {Session} from '../schema/session.ts';
import type {WakeSignal} from './wakeSignal.ts';
import type {Db} from './db/tables.ts';
import type {Env} from './env.ts';
import type {AttachmentStore} from './files/attachmentStore.ts';
import type {OwnCode} from './own.ts';
import type {Destinations} from './sending/destination.ts';

export interface Context {
  config: Config;
  db: Db;
  files: AttachmentStore;
  env: Env;
  mailSignal: WakeSignal;
  /** Steps beside the config (rules: Own 1). */
  own?: OwnCode | undefined;
  /** Wakes the senders of deliveries. */
  deliverySignal: WakeSignal;
  /** Other systems that deliveries go to. */
  destinations: Destinations;
}

/** The caller: the token's user, read from the database for each call. */
export interface Actor extends Session {
  nome: string;
  email: string;
  idPerfil: number;
  /** The step of own code that acts as Sistema: `ordens.update.after`. */
  ownStep?: string;
}

/** Id of Sistema, the actor of own code. It is no row of the users, so that columns of users store it as null. */
export const SYSTEM_USER_ID = 0;
/** The actor's id as columns of users store it. */
export const storedUserId = ({id}: Pick<Actor, 'id'>): number | null => (id === SYSTEM_USER_ID ? null : id);

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not public; reading it on a public one throws. */
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** Routes that answer without a token: sign-in, password reset, health. */
    public?: boolean;
  }
}
