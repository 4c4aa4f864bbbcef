// A list and what happens while it is asked for, read again, or saved into: it ends as the server has it (rules: Lists 21).
import {useEffect, useRef, useState, type ReactNode} from 'react';
import {act, screen, waitFor, within} from '@testing-library/react';
import {ListBase, WithListContext} from 'ra-core';
import {expect, it} from 'vitest';
import {EVENTS_CALL} from '../../src/schema/events.ts';
import {ShellEffects} from '../../src/portal/app/layout/ShellEffects.tsx';
import {LiveRowsNotice} from '../../src/portal/list/live/LiveRowsNotice.tsx';
import type {Row} from '../../src/portal/api/providers/listDialects.ts';
import {fakeApi, type Answers, type Sent} from './support/api.ts';
import {eventSource} from './support/events.ts';
import {press} from './support/gestures.ts';
import {config, onAClock, open, pass, passSlowly, plates, row, rowOf, rows, waiting} from './support/inspections.tsx';
import {sessionOf, show} from './support/world.tsx';

onAClock();

/** A list on a slow line, whose follower comes later still: asked at once, answered after 1.5 s, with events from 0.6 s on. */
const ANSWERED = 1500;
const LINE = {asked: 200, open: 600};
const FOLLOWED = 2500;
const After = ({milliseconds, children}: {milliseconds: number; children: ReactNode}) => {
  const [isTime, setTime] = useState(false);
  useEffect(() => void setTimeout(() => setTime(true), milliseconds), [milliseconds]);
  return isTime ? children : null;
};
const SlowList = () => {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <After milliseconds={LINE.asked}><ShellEffects /></After>
      <After milliseconds={FOLLOWED}><LiveRowsNotice name="vistorias" place={place} refresh={() => undefined} /></After>
      <WithListContext<Row> render={({data = []}) => data.map(({id, placa, etapa}) => (
        <p key={id} data-registro={id}>{`${String(placa)} ${String(etapa)}`}</p>
      ))} />
    </div>
  );
};

// In milliseconds since the list was asked for.
it.each([0, 300, 590, 610, 1000, 1490, 1510, 2000, 2490, 2510])('ends as the server has it whatever changes after %i ms', async moment => {
  const server = eventSource();
  const stored = new Map(rows(1, 2).map(one => [one.id, one]));
  const after = (milliseconds: number) => new Promise(resolve => {
    setTimeout(resolve, milliseconds);
  });
  fakeApi({
    'GET vistorias': async () => {
      const answer = {total: stored.size, registros: [...stored.values()]};
      await after(ANSWERED);
      return answer;
    },
    [EVENTS_CALL]: async (sent: Sent) => {
      await after(LINE.open - LINE.asked);
      return server.answers['GET eventos'](sent);
    },
  });
  show(<ListBase resource="vistorias" disableAuthentication><SlowList /></ListBase>, {session: sessionOf('adm'), config});
  await passSlowly(moment);
  stored.set(2, row(2, {versao: 2, etapa: 2})).set(3, row(3));
  const told = server.open > 0 ? [[2, 2], [3, 1]] : [];
  await passSlowly(200);
  for (const [id, versao] of told) server.tell('registro', {recurso: 'vistorias', id, versao});
  await passSlowly(12_000);
  expect(screen.getByText(/ABC-2/)).toHaveTextContent('ABC-2 2');
  expect(waiting()).toBe('1 nova, atualizar');
});

/** As `open`; from `hold` on each reading finds what is stored then, and is answered when it is let go. */
const openHeld = async (more: Answers = {}) => {
  let stored = rows(1, 2);
  let waiting: (() => void)[] | undefined;
  const opened = await open(stored, {answers: {...more, 'GET vistorias': async () => {
    const answer = {total: stored.length, registros: stored};
    await new Promise<void>(go => {
      if (waiting === undefined) go();
      else waiting.push(go);
    });
    return answer;
  }}});
  await pass(1000);
  return {
    ...opened,
    store: (...now: Row[]) => {
      stored = now;
    },
    hold: () => {
      waiting = [];
    },
    held: () => waiting?.length ?? 0,
    /** What is held, once this was done; nothing is any more. */
    letGo: async (does?: () => Promise<void>) => {
      const before = waiting ?? [];
      waiting = undefined;
      await does?.();
      before.forEach(go => go());
    },
  };
};

it('a reading of its own that is overtaken by what somebody asked for is not shown', async () => {
  const {heard, user, store, hold, held, letGo} = await openHeld();
  hold();
  store(row(1, {versao: 2, etapa: 2}), row(2));
  heard(1);
  await pass(5000);
  expect(held()).toBe(1);
  await letGo(async () => {
    store(row(1, {versao: 3, etapa: 3}), row(2));
    await user.keyboard('r');
    await within(rowOf(1)).findByText('Feita');
  });
  await pass(1000);
  expect(within(rowOf(1)).getByText('Feita')).toBeInTheDocument();
});

it('what was done here while it was being read takes nothing of what others did', async () => {
  const {heard, queryClient, store, hold, held, letGo} = await openHeld();
  hold();
  store(row(1, {versao: 2, etapa: 2}), row(2, {versao: 2, etapa: 3}));
  heard(1);
  await pass(5000);
  expect(held()).toBe(1);
  // The answer to an action is put where the row is.
  act(() => void queryClient.setQueriesData<{data: Row[]}>({queryKey: ['vistorias', 'getList']}, shown =>
    (shown && {...shown, data: shown.data.map(one => (one.id === 2 ? row(2, {versao: 2, etapa: 3}) : one))})));
  await letGo();
  await pass(6000);
  expect(within(rowOf(2)).getByText('Feita')).toBeInTheDocument();
  expect(within(rowOf(1)).getByText('Em curso')).toBeInTheDocument();
});

it.each(['saved', 'answered', 'asked', 'read'])('has what somebody made here, with its event just after it was %s', async moment => {
  let answer = () => {};
  const {heard, user, router, store, hold, held, letGo, reads} = await openHeld({'POST vistorias': () => new Promise(resolve => {
    store(...rows(1, 2, 3));
    answer = () => resolve(Response.json(row(3), {status: 201}));
  })});
  const before = reads();
  const happens = async (now: string) => {
    if (now === moment) heard(3, 1);
    await pass(50);
  };
  await act(() => router.navigate('/adm/vistoria/salvar'));
  await user.type(await screen.findByLabelText('Placa'), 'ABC-3');
  hold();
  await press(user, 'Salvar');
  await happens('saved');
  act(() => {
    answer();
    if (moment === 'answered') heard(3, 1);
  });
  await waitFor(() => expect(held()).toBe(1));
  await happens('asked');
  await pass(2000);
  await letGo();
  await screen.findByText('ABC-3');
  await happens('read');
  await passSlowly(5000);
  expect(plates()).toEqual(['ABC-1', 'ABC-2', 'ABC-3']);
  expect([waiting(), reads() - before]).toEqual([undefined, 1]);
});
