/** Where the calls are made: who takes part, what is known of what they did, and every answer judged and taken note of. */
import type {Config} from '../../../src/schema/shapes/config.ts';
import {toComparableText} from '../../../src/schema/fields/text.ts';
import {filesKey, itemsKey} from '../../../src/schema/parts.ts';
import {parseEndpoint} from '../../../src/schema/paths.ts';
import {diceOf, type Dice} from './dice.ts';
import {bytesOf, createMaker, type Draft, type Maker} from './honest.ts';
import {bodyOf, createJudge, type Judge} from './judge.ts';
import {begin, type Answer, type Sent} from './line.ts';
import {createListeners, type Listeners} from './listeners.ts';
import {createMarks, OWN} from './marks.ts';
import {createWorld, type Known, type World} from './scope.ts';

export interface FuzzOptions {
  config: Config;
  /** Where the server listens, without a slash at its end; it believes `X-Forwarded-For` of this machine. */
  url: string;
  adm: {email: string; senha: string};
  calls: number;
  seed: number;
  /** Told the number of calls made, each time. */
  progress?: (done: number) => Promise<void> | void;
}
export interface Found {
  /** One line each, with the seed and the number that make it again. */
  readonly faults: string[];
  /** How many answers had each status. */
  readonly statuses: Record<number, number>;
  /** Calls that were answered, and of those the ones that changed something. */
  answered: number;
  written: number;
  /** Honest calls that were refused, and how often, by what they were told. */
  readonly refused: Map<string, number>;
  /** What was done, as often as it was acknowledged: `tickets 5 comentar`. */
  readonly steps: Map<string, number>;
}

/** As many people as take part at once. */
const CAST = 30;

export interface Signed {
  id: number;
  email: string;
  senha: string;
  token: string;
}
export interface Asked {
  draft: Draft | undefined;
  sent: Sent;
  who: Signed | undefined;
  /** As a person of the product makes it: it is known what the answer must be. */
  honest: boolean;
}

export interface Stage {
  dice: Dice;
  world: World;
  maker: Maker;
  judge: Judge;
  listeners: Listeners;
  /** Who takes part; the first is the first Adm, whom nobody touches. */
  cast: Signed[];
  found: Found;
  /** Which call it is, as faults name it. */
  at(call: number): void;
  fault(asked: Asked, what: string, answer?: Answer): void;
  /** The call as that person's, from an address of its own. */
  withToken(sent: Sent, who: Signed | undefined): Sent;
  honestly(draft: Draft, who: Signed, more?: Sent['headers']): Promise<Asked>;
  /** Makes a call, and judges its answer. */
  made(asked: Asked): Promise<Answer | undefined>;
  judged(asked: Asked, answer: Answer | undefined): Promise<void>;
  /** What the call carries was never taken. */
  refuse(draft: Draft): void;
}

/** Who sent what, in one line: the secret and what is another each time left out. */
const lineOf = ({sent: {method, url, headers, payload}, who}: Asked): string => {
  const told = JSON.stringify({...headers, authorization: undefined, 'x-forwarded-for': undefined});
  return `person ${who?.id ?? 'nobody'} ${method} ${url.slice(0, 200)} ${told} ${payload?.toString('utf8').slice(0, 400) ?? ''}`;
};

/** @throws Error where the first Adm cannot sign in */
export const createStage = async ({config, url: base, adm, seed}: FuzzOptions): Promise<Stage> => {
  const dice = diceOf(seed);
  const world = createWorld();
  const marks = createMarks(config, world);
  const maker = createMaker(config, world, dice, marks.next);
  const judge = await createJudge(config, world, marks);
  const listeners = createListeners(base, world);
  const cast: Signed[] = [];
  const found: Found = {faults: [], statuses: {}, answered: 0, written: 0, refused: new Map(), steps: new Map()};
  /** Whose each token is that was ever given. */
  const tokens = new Map<string, number>();
  const count = (of: Map<string, number>, what: string): void => void of.set(what, (of.get(what) ?? 0) + 1);
  let call = 0;

  const fault: Stage['fault'] = (asked, what, answer) =>
    void found.faults.push([
      `${what}: SEED=${seed}, call ${call}: ${lineOf(asked)} →`, answer?.status, answer?.bytes.toString().slice(0, 300),
    ].join(' '));
  /** Another address each time: the limits of one are not what is asked about. */
  const from = () => `10.${1 + dice.below(250)}.${dice.below(250)}.${1 + dice.below(250)}`;
  const withToken: Stage['withToken'] = ({headers, ...sent}, who) => ({
    ...sent, headers: {'x-forwarded-for': from(), ...(who !== undefined && {authorization: `Bearer ${who.token}`}), ...headers},
  });

  const signIn = async (who: Omit<Signed, 'token' | 'id'>): Promise<Signed | undefined> => {
    const sent = await bytesOf({endpoint: 'POST usuarios/login', params: {}, data: {email: who.email, senha: who.senha}});
    const answer = await begin(base, withToken(sent, undefined)).answer;
    const body = answer === undefined ? undefined : bodyOf(answer) as {id: number; token: string};
    if (answer?.status !== 200 || body === undefined) return undefined;
    tokens.set(`Bearer ${body.token}`, body.id);
    return {...who, id: body.id, token: body.token};
  };
  const root = await signIn(adm);
  if (root === undefined) throw new Error('the first Adm cannot sign in');
  world.learn('usuarios', {id: root.id, tipo: 1, ativo: true});
  cast.push(root);
  const signedOut = (id: number): void => {
    const at = cast.findIndex(one => one.id === id);
    if (at !== -1 && id !== root.id) cast.splice(at, 1);
  };
  const signInAgain = async (who: Signed, senha = who.senha): Promise<void> => {
    const again = await signIn({email: who.email, senha});
    if (again === undefined) signedOut(who.id);
    else Object.assign(who, again);
  };

  /** A robot has a record now, if there was one. */
  const reserved = (body: Record<string, unknown> | undefined, robot: number, carried: object): void => {
    if (body === undefined) return;
    const id = Number(body['ticketId']);
    marks.keep(carried, 'tickets', id);
    listeners.about('tickets', id);
    world.worked(robot, 'tickets', id);
    world.learn('tickets', {...body['campos'] as object, id, lease: {robot, token: body['leaseToken']}});
  };

  /** Takes note of what a call changed. */
  const learn = async ({draft, sent, who}: Asked, documented: string, answer: Answer): Promise<void> => {
    const body = bodyOf(answer) as Known;
    const {about} = world.row(documented) ?? {};
    const path = judge.params(documented, sent.url);
    const data = draft?.data as Record<string, unknown> | undefined;
    const carried = {data, files: draft?.files ?? []};
    if (/validar-/.test(documented)) return marks.refuse(carried);
    if (/filtros-salvos|respostas-prontas/.test(documented)) return marks.keep(carried, OWN, who?.id ?? 0);
    if (/chaves/.test(documented)) return marks.keep(carried, 'usuarios', Number(path['id']));
    if (/reservar/.test(documented)) return reserved(body, who?.id ?? 0, carried);
    if (about === undefined || !Number.isInteger(body?.id ?? Number(path['id']))) return;
    if (about === 'files') {
      world.learn('files', {id: Number(path['fileId']), gone: true});
      return;
    }
    const isUpload = /upload|\/arquivos/.test(documented);
    const id = isUpload ? Number(data?.['idTicket'] ?? path['id']) : body.id ?? Number(path['id']);
    const resource = about.startsWith('self') ? 'usuarios' : about;
    marks.keep(carried, resource, id);
    listeners.about(resource, id);
    if (who !== undefined) world.worked(who.id, resource, id);
    // What a robot says of its work is the record's.
    if (body.id === undefined) return;
    if (isUpload) return void world.learn('files', {id: body.id, idTicket: id});
    const declared = config.resources[resource]!;
    if (documented.startsWith('DELETE')) return void world.learn(resource, {id, gone: true});
    const items = body[itemsKey(declared)] as Record<string, unknown>[] | undefined;
    const before = world.all(resource).get(id);
    if (about === 'self or of Adm') world.learn(resource, {id, versao: Number(before?.['versao']) + 1});
    if (!about.startsWith('self')) {
      const code = items?.find(one => toComparableText(String(one['descricao'])) === 'transportadora')?.['valor'];
      world.learn(resource, {...body, ...(code !== undefined && {codigoTransportadora: code})});
    }
    for (const file of (body[filesKey(declared)] ?? []) as Known[]) world.learn('files', {id: file.id, idTicket: id});
    const action = Object.entries(declared.actions ?? {}).find(([, one]) => [one.call, ...(one.also ?? [])].map(parseEndpoint)
      .some(({method, path: of}) => judge.find(method, `/${of}`)?.call === documented))?.[0];
    count(found.steps, `${resource} ${id} ${answer.status === 201 ? 'new' : action ?? 'save'}`);
    const versao = Number(body['versao'] ?? 0);
    listeners.about(resource, id);
    if (versao !== before?.['versao']) listeners.changed(resource, id, versao);
    if (resource !== 'usuarios') return;
    const senha = data?.['senha'];
    const member = cast.find(one => one.id === id);
    if (member !== undefined && typeof body['email'] === 'string') member.email = body['email'];
    const isOther = typeof senha === 'string' && senha !== '';
    if (member !== undefined && isOther) {
      member.senha = senha;
      await signInAgain(member);
    } else if (member === undefined && answer.status === 201 && isOther && cast.length < CAST) {
      const one = await signIn({email: String(body['email']), senha});
      if (one !== undefined) cast.push(one);
    }
  };

  const refuse: Stage['refuse'] = ({data, files = []}) => marks.refuse({data, files});

  const judged: Stage['judged'] = async (asked, answer) => {
    const {sent, who, honest, draft} = asked;
    const [path = ''] = sent.url.replace(/^\/api/, '').split('?');
    const documented = judge.find(sent.method, path.replaceAll(/\/\d+(?=\/|$)/g, '/{}'));
    if (answer === undefined) {
      // A body that is refused before it is read may meet a closed line.
      if (honest) fault(asked, 'broken');
      return;
    }
    found.answered += 1;
    found.statuses[answer.status] = (found.statuses[answer.status] ?? 0) + 1;
    const person = tokens.get(String(sent.headers['authorization']));
    for (const what of judge.faults({documented, person, url: sent.url, honest}, answer)) fault(asked, what, answer);
    if (answer.status === 401 && who !== undefined && person !== undefined && world.isActive(who.id)) await signInAgain(who);
    if (sent.method === 'GET' || documented === undefined) return;
    if (answer.status >= 400) {
      if (draft !== undefined) refuse(draft);
      const {message, campos} = (bodyOf(answer) ?? {}) as {message?: string; campos?: unknown};
      if (honest) count(found.refused, `${documented.call} ${message} ${JSON.stringify(campos)}`);
      return;
    }
    if (world.row(documented.call)?.about !== undefined) found.written += 1;
    await learn(asked, documented.call, answer);
  };
  const made: Stage['made'] = async asked => {
    const answer = await begin(base, asked.sent).answer.catch((error: Error) => fault(asked, error.message) as undefined);
    await judged(asked, answer);
    return answer;
  };
  const honestly: Stage['honestly'] = async (draft, who, more = {}) => {
    const sent = await bytesOf(draft);
    return {draft, who, honest: true, sent: withToken({...sent, headers: {...sent.headers, ...more}}, who)};
  };

  return {
    dice, world, maker, judge, listeners, cast, found, fault, withToken, honestly, made, judged, refuse,
    at: number => {
      call = number;
    },
  };
};
