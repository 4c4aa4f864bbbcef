/** What can be done with the ticked rows, in one line: what it has no room for stands behind 'Mais'. */
import {useEffect, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {useDataProvider, useListContext} from 'ra-core';
import {BULK_MOST} from '../../../schema/words/bulk.ts';
import {ActionButton} from '../../actions/ActionButton.tsx';
import {MoreActions} from '../../actions/MoreActions.tsx';
import {useOneLine} from '../../actions/useOneLine.ts';
import {useAbout} from '../../session/context.ts';
import {COARSE} from '../../theme/tokens.ts';
import {usePhone} from '../../theme/usePhone.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {readPages} from '../../wire/pages.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {verdictOf, type JudgedAction} from '../../wire/verdict.ts';
import {bulkActions, reasonsOf, type BulkAction} from './bulkActions.ts';
import type {Selection} from './selection.ts';

export interface BulkBarProps {
  resource: string;
  selection: Selection;
  /** Asks for one of them; its dialog stands above the bar, which goes with the width. */
  onAsk: (asked: BulkAction) => void;
}

/** For how many of those ticked; where it is none, why. */
const judged = ({name, action, rows, ...one}: BulkAction): JudgedAction => {
  const label = action.many ?? action.label;
  return {
    name,
    action: {...action, label: rows.length === 0 ? label : `${label} (${rows.length})`},
    verdict: rows.length > 0
      ? {allowed: true}
      : {allowed: false, why: 'condicao', reason: reasonsOf(one).map(({reason}) => reason).join(' ')},
  };
};

export const BulkBar = ({resource: name, selection, onAsk}: BulkBarProps) => {
  const {config, resource, session} = useAbout(name);
  const {bar, room} = useOneLine();
  const all = bulkActions(resource, session.perfil, selection.rows, (action, row) => verdictOf(config, resource, action, row, session));
  const phone = usePhone();
  const every = all.map(judged);
  // A phone has room for one or two: for those that can be done.
  const actions = phone ? every.toSorted((one, other) => Number(other.verdict.allowed) - Number(one.verdict.allowed)) : every;
  const ask = (asked: string) => {
    const one = all.find(({name: other}) => other === asked);
    if (one !== undefined) onAsk(one);
  };
  const more = actions.slice(room);
  return (
    <Box
      role="group"
      aria-label="Ações sobre os selecionados"
      sx={{display: 'flex', alignItems: 'center', flexWrap: {xs: 'wrap', sm: 'nowrap'}, gap: 1, flex: '1 1 0', minWidth: 0}}
    >
      <Box sx={{display: 'flex', gap: 1, flex: '1 1 0', minWidth: 130}}>
        <Box
          ref={bar}
          // The ring of what has the focus stands around it.
          sx={{
            display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 2, minWidth: 0, height: 40, overflow: 'hidden', p: 0.5, m: -0.5,
            [COARSE]: {height: 52},
          }}
        >
          {actions.map((one, index) => (
            <Box key={one.name} sx={index < room ? {} : {visibility: 'hidden'}}>
              <ActionButton one={one} small onClick={() => ask(one.name)} />
            </Box>
          ))}
        </Box>
        {more.length > 0 && <MoreActions small actions={more} onStart={ask} />}
      </Box>
      <SelectFilter name={name} selection={selection} />
      <Button size="small" sx={{flexShrink: 0}} onClick={selection.clear}>Limpar seleção</Button>
    </Box>
  );
};

/** Ticks what the list's filters find, in the list's order: as many as can be ticked. */
const useSelectFilter = (name: string, selection: Selection) => {
  const dataProvider = useDataProvider();
  const toasts = useToasts();
  const list = useListContext<Row>();
  const [read, setRead] = useState<number>();
  const current = useRef<AbortController>(undefined);
  const stop = () => current.current?.abort();
  useEffect(() => () => current.current?.abort(), []);

  const start = async (): Promise<void> => {
    if (read !== undefined) return;
    const {signal} = (current.current = new AbortController());
    setRead(0);
    try {
      await readPages(dataProvider, name, {
        sort: list.sort, filter: list.filterValues as Record<string, unknown>, signal, most: BULK_MOST,
        // What came is ticked, also where not all of it does: the count says how many.
        onRows: rows => {
          setRead(rows.length);
          selection.set(rows, true);
        },
      });
    } catch (error) {
      if (!signal.aborted) toasts.failed(error);
    }
    setRead(undefined);
  };
  // How many have come; undefined: it is not being read.
  return {read, start, stop};
};

/** Once all of a page is ticked: all that the filters find, as far as may be. */
const SelectFilter = ({name, selection}: {name: string; selection: Selection}) => {
  const {data = [], total = 0} = useListContext<Row>();
  const {read, start, stop} = useSelectFilter(name, selection);
  const most = Math.min(total, BULK_MOST);
  if (read !== undefined) return <Button size="small" sx={{flexShrink: 0}} onClick={stop}>{`Parar (${read} de ${most})`}</Button>;
  if (selection.rows.length === BULK_MOST) {
    return <Typography variant="body2" color="text.secondary">{`Até ${BULK_MOST} de uma vez.`}</Typography>;
  }
  const isPage = data.length > 0 && data.every(({id}) => selection.has(id));
  if (!isPage || total <= selection.rows.length) return null;
  const all = total.toLocaleString('pt-BR');
  return (
    <Button size="small" sx={{flexShrink: 0}} onClick={() => void start()}>
      {total > BULK_MOST ? `Selecionar os primeiros ${BULK_MOST} dos ${all} filtrados` : `Selecionar os ${all} filtrados`}
    </Button>
  );
};
