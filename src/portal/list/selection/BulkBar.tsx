/** What can be done with the ticked rows. On a phone a sheet at the foot of the list, within the thumb's reach. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {useListContext} from 'ra-core';
import {BULK_MOST} from '../../../schema/lifeCycle/bulk.ts';
import {useConfig, useResource} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {StickyBar} from '../../ui/StickyBar.tsx';
import type {Row} from '../../wire/providers/dialects.ts';
import {verdictOf} from '../../wire/verdict.ts';
import {bulkActions, reasonsOf, type BulkAction} from './bulkActions.ts';
import type {Selection} from './selection.ts';
import {useSelectFilter} from './useSelectFilter.ts';

interface BulkBarProps {
  resource: string;
  selection: Selection;
  phone: boolean;
  /** Asks for one of them; its dialog stands above the bar, which goes with the width. */
  onAsk: (asked: BulkAction) => void;
}

export const BulkBar = ({resource: name, selection, phone, onAsk}: BulkBarProps) => {
  const resource = useResource(name);
  const config = useConfig();
  const session = useSession();
  const actions = bulkActions(resource, session.perfil, selection.rows, (action, row) => verdictOf(config, resource, action, row, session));
  const content = (
    <Box
      role="group"
      aria-label="Ações sobre os selecionados"
      sx={{display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', '& > button': {flexGrow: phone ? 1 : 0}}}
    >
      {actions.map(one => <BulkButton key={one.name} one={one} onClick={() => onAsk(one)} />)}
      <SelectFilter name={name} selection={selection} />
      <Button size="small" onClick={selection.clear}>Limpar seleção</Button>
    </Box>
  );
  if (!phone) return content;
  return <StickyBar sx={{mt: 1, mx: -2, px: 2, py: 1, borderWidth: '1px 0 0', borderRadius: 0}}>{content}</StickyBar>;
};

/** For how many of those ticked; where it is none, why, to a pointer, to the focus, and when it is pressed. */
const BulkButton = ({one, onClick}: {one: BulkAction; onClick: () => void}) => {
  const {action: {many, label, tone}, rows} = one;
  const [told, setTold] = useState(false);
  const isOff = rows.length === 0;
  const button = (
    <Button
      size="small"
      variant="outlined"
      color={tone === 'danger' ? 'error' : 'primary'}
      aria-disabled={isOff || undefined}
      onClick={isOff ? () => setTold(true) : onClick}
      sx={isOff ? {opacity: 0.5, cursor: 'not-allowed'} : {}}
    >
      {isOff ? many ?? label : `${many ?? label} (${rows.length})`}
    </Button>
  );
  if (!isOff) return button;
  const said = reasonsOf(one).map(({reason}) => reason).join(' ');
  return (
    <Tooltip describeChild title={said} open={told} onOpen={() => setTold(true)} onClose={() => setTold(false)} disableTouchListener>
      {button}
    </Tooltip>
  );
};

/** Once all of a page is ticked: all that the filters find, as far as may be. */
const SelectFilter = ({name, selection}: {name: string; selection: Selection}) => {
  const {data = [], total = 0} = useListContext<Row>();
  const {read, start, stop} = useSelectFilter(name, selection);
  const most = Math.min(total, BULK_MOST);
  if (read !== undefined) return <Button size="small" onClick={stop}>{`Parar (${read} de ${most})`}</Button>;
  if (selection.rows.length === BULK_MOST) {
    return <Typography variant="body2" color="text.secondary">{`Até ${BULK_MOST} de uma vez.`}</Typography>;
  }
  const isPage = data.length > 0 && data.every(({id}) => selection.has(id));
  if (!isPage || total <= selection.rows.length) return null;
  const all = total.toLocaleString('pt-BR');
  return (
    <Button size="small" onClick={() => void start()}>
      {total > BULK_MOST ? `Selecionar os primeiros ${BULK_MOST} de ${all} do filtro` : `Selecionar os ${all} do filtro`}
    </Button>
  );
};
