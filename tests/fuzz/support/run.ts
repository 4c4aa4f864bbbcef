/** Thousands of random calls over sockets, as every profile and as nobody, most of them as people would make them; and what was wrong. */
import {isDeepStrictEqual} from 'node:util';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {isEndless} from '../../support/document.ts';
import {bytesOf, type Draft} from './honest.ts';
import {bodyOf, LEAKS} from './judge.ts';
import {begin, noise, noises, type Answer, type Underway} from './line.ts';
import {oddHeader, requestsTo, type Documented} from './requests.ts';
import type {Known} from './scope.ts';
import {createStage, type Asked, type Found, type FuzzOptions, type Signed} from './stage.ts';
import {twistedValue} from './twist.ts';

/** Which record an answer is of, and with which lease. */
const whatOf = (answer: Answer): unknown[] => {
  const {id, ticketId, leaseToken} = (bodyOf(answer) ?? {}) as Record<string, unknown>;
  return [id, ticketId, leaseToken];
};

/** Calls between two looks at what everybody who looks on has heard. */
const ROUND = 250;
const COMPANIES = 3;

export const fuzz = async (options: FuzzOptions): Promise<Found> => {
  const {url: base, calls, seed, progress} = options;
  const {
    dice, world, maker, judge, listeners, cast, found, at, fault, withToken, honestly, made, judged, refuse,
  } = await createStage(options);
  const root = cast[0]!;
  let done = 0;
  let lastKey = 0;
  /** Calls whose bodies are half sent. */
  const later: {due: number; underway: Underway; asked: Asked}[] = [];

  /** What nobody may be without: companies, their branches and forms, and one of each profile. */
  const begins = async (): Promise<void> => {
    const make = async (resource: string, fixed: Record<string, unknown> = {}): Promise<number> => {
      const draft = maker.record(world.all('usuarios').get(root.id)!, resource, fixed);
      const answer = await made(await honestly(draft!, root));
      done += 1;
      return (bodyOf(answer!) as Known).id;
    };
    for (let company = 0; company < COMPANIES; company++) {
      const idEmpresa = await make('empresas');
      for (let branch = 0; branch < 2; branch++) {
        const idFilial = await make('filiais', {idEmpresa});
        const idModeloFormulario = await make('modelosFormulario', {idEmpresa, idFilial, ...(branch === 1 && {workFlowNameRpa: ''})});
        for (const descricao of [undefined, 'Transportadora']) {
          await make('modelosFormularioItem', {idModeloFormulario, ...(descricao !== undefined && {descricao, tipoCampo: 'texto'})});
        }
      }
      for (const tipo of [2, 3, 3, 4, 5, 5]) await make('usuarios', {idEmpresa, tipo, senha: 'segredo-1'});
    }
    await make('usuarios', {tipo: 1, senha: 'segredo-1'});
  };

  const {paths, components} = judge.document;
  const documents = Object.entries(paths).flatMap(([path, operations]) => Object.entries(operations)
    .filter(([, operation]) => !isEndless(operation))
    .map(([method, operation]): Documented => {
      const {parameters = [], requestBody} = operation as unknown as {
        parameters?: Documented['parameters']; requestBody?: {content: Record<string, {schema?: object}>};
      };
      return {
        method: method.toUpperCase() as Documented['method'], path, parameters,
        bodies: Object.fromEntries(Object.entries(requestBody?.content ?? {}).map(([type, {schema}]) => [type, schema ?? {}])),
      };
    }));
  const arbitraries = documents.map(one => requestsTo(one, components.schemas as never));
  const reads = documents.filter(({method, path}) => method === 'GET' && !/token|consequencias|opcoes/.test(path));

  const anybody = (): Signed => dice.pick(cast);
  const known = (who: Signed): Known => world.all('usuarios').get(who.id)!;
  /** Something that somebody of the cast may do, and who it is. */
  const something = (): {draft: Draft; who: Signed} | undefined => {
    for (let tries = 0; tries < 40; tries++) {
      const who = anybody();
      const draft = world.isActive(who.id) ? maker.anything(known(who)) : undefined;
      if (draft !== undefined) return {draft, who};
    }
    return undefined;
  };
  /** The first Adm is who brings back what the others broke. */
  const touchesRoot = ({draft, sent}: Pick<Asked, 'draft' | 'sent'>): boolean =>
    sent.method !== 'GET' && /usuarios/i.test(sent.url) && (new RegExp(`/${root.id}(?:/|$|\\?)`).test(sent.url)
      || new RegExp(`"id":"? *${root.id}\\b`).test(sent.payload?.toString() ?? '') || (draft?.data as Known | undefined)?.id === root.id);

  const write = async (): Promise<void> => {
    const {draft, who} = something() ?? {};
    if (draft === undefined || who === undefined) return;
    const key = `fuzz-${seed}-${++lastKey}`;
    // Deleting and a new password are done once as they are: what is repeated is another call.
    const chance = /^DELETE|usuarios\/:id$/.test(draft.endpoint) ? 0 : dice.below(100);
    const packed = dice.chance(0.2) ? {'accept-encoding': dice.pick(['gzip', 'br'])} : {};
    if (chance < 80) return void await made(await honestly(draft, who, packed));
    const asked = await honestly(draft, who, {'idempotency-key': key});
    const half = Math.ceil((asked.sent.payload?.length ?? 0) / 2);
    if (chance < 86 && half > 0) {
      // The rest of it comes while others go on.
      return void later.push({due: done + 1 + dice.below(12), underway: begin(base, asked.sent, half), asked: {...asked, honest: false}});
    }
    if (chance < 90 && half > 0) {
      await begin(base, asked.sent, half).cut();
      return refuse(draft);
    }
    // Done once, whether its first answer came or not; repeated by somebody who does not know.
    const first = chance < 95 ? await begin(base, asked.sent).cut() : await made(asked);
    const again = first === undefined ? await made(asked) : await begin(base, asked.sent).answer;
    const isSame = first === undefined || /filtros-salvos|respostas-prontas|avisos|convite/.test(draft.endpoint)
      || (again?.status === first.status && isDeepStrictEqual(whatOf(again), whatOf(first)));
    if (!isSame && first.status < 400) fault(asked, `answers otherwise when it is repeated: ${first.status}`, again);
  };
  const read = async (): Promise<void> => {
    const who = anybody();
    const {path, method} = dice.pick(reads);
    const {about = 'tickets'} = world.row(`${method} ${path}`) ?? {};
    const all = [...world.all(about.startsWith('self') ? 'usuarios' : about).keys()];
    const ids: Readonly<Record<string, readonly number[]>> = {
      idUsuario: [who.id], idEmpresa: [...world.all('empresas').keys()], idFilial: [...world.all('filiais').keys()],
    };
    const others = all.length === 0 ? [1] : all;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, param: string) => String(dice.pick(ids[param] ?? others)));
    const [, query = ''] = Object.entries({
      exportar: `?formato=${dice.pick(['csv', 'xlsx'])}`, 'ir-para': `?texto=${dice.pick(['zq00', '1', '2'])}`,
      ashboard: `?periodo=${new Date().getFullYear()}`, filtros: '?recurso=tickets',
    }).find(([part]) => path.includes(part)) ?? [];
    const sent = withToken({method, url: `/api${filled}${query}`, headers: {}, payload: undefined}, who);
    await made({draft: undefined, who, honest: true, sent});
  };
  /** What somebody may do, done by another, or bent. */
  const attack = async (): Promise<void> => {
    const {draft, who} = something() ?? {};
    if (draft === undefined || who === undefined) return;
    const other = dice.chance(0.6) ? anybody() : who;
    const params = dice.chance(0.2) ? {...draft.params, id: 1 + dice.below(30)} : draft.params;
    const data = other === who || dice.chance(0.3) ? dice.of(twistedValue(draft.data)) : draft.data;
    const bent: Draft = {...draft, params: {...params, ...(other !== who && dice.chance(0.7) && {idUsuario: other.id})}, data};
    const sent = await bytesOf(bent);
    const headers: Record<string, string> = {...sent.headers, ...(dice.chance(0.3) && Object.fromEntries([dice.of(oddHeader)]))};
    const packed = {br: brotliCompressSync, gzip: gzipSync}[headers['content-encoding'] ?? ''];
    const payload = sent.payload === undefined || packed === undefined ? sent.payload : packed(sent.payload);
    const asked = {draft: bent, who: other, honest: false, sent: withToken({...sent, headers, payload}, other)};
    if (!touchesRoot(asked)) await made(asked);
  };
  const strange = async (): Promise<void> => {
    const sent = dice.of(dice.pick(arbitraries));
    const who = dice.chance(0.1) ? undefined : anybody();
    const asked = {draft: undefined, who, honest: false, sent: withToken(sent, who)};
    if (!touchesRoot(asked)) await made(asked);
  };
  const noisy = async (): Promise<void> => {
    const {name: what, answered} = await noise(base, dice.below(noises));
    const leak = LEAKS.find(one => one.test(answered));
    const heads = [...answered.matchAll(/HTTP\/1\.1 (\d+)[^]*?\r\n\r\n/g)];
    const wrong = heads.find(([head, status]) => Number(status) >= 500 || (Number(status) >= 200 && !/\r\ncache-control:/i.test(head)));
    if (answered !== 'hangs' && leak === undefined && wrong === undefined) return;
    found.faults.push(`SEED=${seed}, call ${done}: ${what} → ${answered.slice(0, 300)}`);
  };
  const lookOn = async (): Promise<void> => {
    if (listeners.count > 6 || dice.chance(0.3)) return listeners.cut(dice.below(100));
    const who = anybody();
    const status = await listeners.open(who.id, who.token, dice.chance(0.2));
    if (status !== 200 && status !== 401) found.faults.push(`SEED=${seed}, call ${done}: GET eventos → ${status}`);
  };

  /** Somebody of each profile looks at each list: what they see is all that is theirs, and nothing else. */
  const lookRound = async (): Promise<void> => {
    const active = cast.filter(({id}) => world.isActive(id));
    for (const who of new Map(active.map(one => [known(one)['tipo'], one])).values()) {
      for (const url of judge.lists) {
        const sent = withToken({method: 'GET', url, headers: {}, payload: undefined}, who);
        await made({draft: undefined, who, honest: true, sent});
      }
    }
  };

  const finishLater = async (all: boolean): Promise<void> => {
    for (const one of later.filter(({due}) => all || due <= done)) {
      later.splice(later.indexOf(one), 1);
      one.underway.finish();
      await judged(one.asked, await one.underway.answer.catch((error: Error) => fault(one.asked, error.message) as undefined));
    }
  };

  await begins();
  const ways: readonly [weight: number, way: () => Promise<void>][] = [
    [50, write], [22, read], [12, attack], [12, strange], [2, noisy], [2, lookOn],
  ];
  while (done < calls) {
    at(done);
    const chance = dice.below(100);
    let sum = 0;
    await ways.find(([weight]) => (sum += weight) > chance)?.[1]();
    await finishLater(false);
    done += 1;
    if (done % ROUND === 0 || done === calls) {
      await finishLater(true);
      await lookRound();
      const heard = await listeners.settle();
      found.faults.push(...heard.map(one => `SEED=${seed}, until call ${done}: ${one}`));
    }
    await progress?.(done);
  }
  listeners.end();
  return found;
};
