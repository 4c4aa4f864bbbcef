/** Context of every route, and the caller. */
import type {Config} from '../schema/shapes/config.ts';
import type {Session} from '../schema/session.ts';
import type {WakeSignal} from './wakeSignal.ts';
import type {Db} from './db/tables.ts';
import type {Env} from './env.ts';
import type {AttachmentStore} from './files/attachmentStore.ts';
import type {Destinations} from './sending/destination.ts';

export interface Context {
  config: Config;
  db: Db;
  files: AttachmentStore;
  env: Env;
  mailSignal: WakeSignal;
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
}

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
