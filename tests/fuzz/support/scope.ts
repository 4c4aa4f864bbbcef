/**
 * Who may know what, written down a second time: the table of permissions as rows, and reach as plain conditions on what the run itself has
 * made. Nothing of the server's own judgement is asked.
 */

/** A record as the server last answered it to whoever changed it. */
export interface Known extends Record<string, unknown> {
  id: number;
  gone?: boolean;
}

/** Who has each call at all, by a letter of the profile (`u`: Empresa-Usuário, `*`: everybody), and whose record its path names. */
type Row = readonly [call: RegExp, who: string, about?: string];
const TABLE: readonly Row[] = [
  [/^\w+ \/(?:usuarios\/login|resetsenha|usuarios\/busca-usuario|vivo|pronto)/, '*'],
  [/\/openapi/, 'a'],
  [/^get \/rpa\/(?:fila|painel|robos)$/, 'aer'],
  [/\/rpa\/(?:reservar|simular)/, 'r'],
  [/^get \/rpa\/.*exemplo/, 'aer', 'tickets'],
  [/\/rpa\//, 'r', 'tickets'],
  [/\/chaves/, 'a', 'usuarios'],
  [/\/avisos-robo/, 'aefu', 'tickets'],
  [/^put \/usuarios\/\{id\}$/, 'aefru', 'self or of Adm'],
  [/\/usuarios\/\{id\}\/avisos/, 'aefu', 'self'],
  [/\/avisos/, 'aefu'],
  [/^get \/usuarios\/\{id\}$/, 'aefru', 'usuarios'],
  [/\/usuarios/, 'ae', 'usuarios'],
  [/buscar-filiais-empresa/, 'ae', 'empresas'],
  [/listarcombo|\/nomes$|sessao$|filtros-salvos|ir-para|limites|eventos|dashboard|lista-|validar-/, 'aefru'],
  [/respostas-prontas/, 'aeu'],
  [/^(?:post \/empresas|put \/empresas\/(?:in)?ativar)/, 'a', 'empresas'],
  [/\/empresas/, 'ae', 'empresas'],
  [/\/filial/, 'ae', 'filiais'],
  [/\/fornecedores/, 'ae', 'fornecedores'],
  [/^get \/modelosformulario(?:\/exportar)?$/, 'aer', 'modelosFormulario'],
  [/^get \/modelosformulario\/\{id\}(?:\/versoes)?$/, 'aefru', 'modelosFormulario'],
  [/^get \/modelosformulario\/\{id\}\/kit$/, 'aer', 'modelosFormulario'],
  [/\/modelosformulario(?:\/|$)/, 'ae', 'modelosFormulario'],
  [/^get \/modelosformularioitem(?:\/exportar)?$/, 'aefru', 'modelosFormularioItem'],
  [/\/modelosformularioitem/, 'ae', 'modelosFormularioItem'],
  [/^get .*fileid/, 'aefru', 'files'],
  [/fileid/, 'aefu', 'files'],
  [/^get \/tickets/, 'aefru', 'tickets'],
  [/\/tickets/, 'aefu', 'tickets'],
];
const LETTERS = '-aefru';
export const [ADM, EMPRESA, FORNECEDOR, ROBOT, EMPRESA_USUARIO] = [1, 2, 3, 4, 5];

const LINKS = 'filiaisAlteradas';
const linksOf = (user: Known | undefined) => (user?.[LINKS] ?? []) as readonly {idFilial: number; usuarioVinculado: boolean}[];

/** What the run knows: every record by resource and id. */
export interface World {
  all(resource: string): Map<number, Known>;
  /** Takes note of a record, or of more of it. */
  learn(resource: string, record: Known): Known;
  /** Takes note that a person did something to a record. */
  worked(person: number, resource: string, id: number): void;
  row(call: string): {who: string; about: string | undefined} | undefined;
  /** Whether the profile has the call at all. */
  has(person: number, who: string): boolean;
  reaches(person: number, resource: string, id: number): boolean;
  /** Whether any record that the person reaches names this one: its title stands there. */
  readsNameOf(person: number, resource: string, id: number): boolean;
  isActive(person: number): boolean;
}

export const createWorld = (): World => {
  const resources = new Map<string, Map<number, Known>>();
  /** Of each person, the records that they did something to. */
  const doings = new Map<number, Map<string, Set<number>>>();
  const doingsOf = (person: number, resource: string): Set<number> => doings.get(person)?.get(resource) ?? new Set();
  const all: World['all'] = resource => {
    const known = resources.get(resource) ?? new Map<number, Known>();
    resources.set(resource, known);
    return known;
  };
  const get = (resource: string, id: unknown): Known | undefined => all(resource).get(Number(id));

  const reaches: World['reaches'] = (person, resource, id) => {
    const me = get('usuarios', person);
    const it = get(resource, id);
    if (me === undefined || it === undefined) return false;
    if (resource === 'files') return reaches(person, 'tickets', Number(it['idTicket']));
    if (resource === 'modelosFormularioItem') return reaches(person, 'modelosFormulario', Number(it['idModeloFormulario']));
    if (me['tipo'] === ADM || (resource === 'usuarios' && id === person)) return true;
    const company = resource === 'empresas' ? id : it['idEmpresa'];
    const isOwn = company === me['idEmpresa'] || (me['tipo'] === ROBOT && !me['idEmpresa']);
    if (!isOwn || resource === 'empresas') return isOwn;
    if (resource === 'usuarios' || resource === 'fornecedores') return me['tipo'] === EMPRESA;
    const branch = resource === 'filiais' ? id : it['idFilial'];
    const isLinked = linksOf(me).some(({idFilial, usuarioVinculado}) => usuarioVinculado && idFilial === branch);
    switch (me['tipo']) {
      case EMPRESA: return true;
      case ROBOT: return resource !== 'tickets' || [4, 5].includes(Number(it['idStatusTicket'])) || doingsOf(person, 'tickets').has(id);
      case FORNECEDOR: {
        const code = me['codigoExterno'];
        const isTheirs = it['idUsuario'] === person || (Boolean(code) && it['codigoTransportadora'] === code);
        return isLinked && (resource !== 'tickets' || isTheirs);
      }
      default: return isLinked;
    }
  };
  const names: Readonly<Record<string, (ticket: Known, id: number) => boolean>> = {
    usuarios: (ticket, id) => ticket['idUsuario'] === id || ticket['idUsuarioAtendimento'] === id,
    filiais: (ticket, id) => ticket['idFilial'] === id,
    modelosFormulario: (ticket, id) => ticket['idModeloFormulario'] === id,
    modelosFormularioItem: (ticket, id) => ticket['idModeloFormulario'] === get('modelosFormularioItem', id)?.['idModeloFormulario'],
  };

  return {
    all, reaches,
    learn: (resource, record) => {
      const before = get(resource, record.id);
      const known = {...before, ...record};
      // A branch that is gone is not told, and what is there of it is still theirs.
      if (LINKS in record && known['idEmpresa'] === before?.['idEmpresa']) {
        known[LINKS] = [...linksOf(record), ...linksOf(before).filter(one => get('filiais', one.idFilial)?.gone === true)];
      }
      all(resource).set(record.id, known);
      return known;
    },
    worked: (person, resource, id) => {
      const own = doings.get(person) ?? new Map<string, Set<number>>();
      doings.set(person, own.set(resource, doingsOf(person, resource).add(id)));
    },
    row: call => {
      const [, who, about] = TABLE.find(([pattern]) => pattern.test(call.toLowerCase())) ?? [];
      return who === undefined ? undefined : {who, about};
    },
    has: (person, who) => who === '*' || who.includes(LETTERS[Number(get('usuarios', person)?.['tipo'])] ?? '-'),
    readsNameOf: (person, resource, id) => {
      const isNamed = names[resource];
      const isThere = (ticket: Known): boolean => isNamed?.(ticket, id) === true && reaches(person, 'tickets', ticket.id);
      // A history names whoever did something.
      const done = resource === 'usuarios' ? [...doings.get(id) ?? []] : [];
      const isSigned = done.some(([of, ids]) => [...ids].some(one => reaches(person, of, one)));
      return isSigned || [...all('tickets').values()].some(isThere);
    },
    isActive: person => {
      const me = get('usuarios', person);
      return me?.['ativo'] === true && (!me['idEmpresa'] || get('empresas', me['idEmpresa'])?.['ativo'] === true);
    },
  };
};
