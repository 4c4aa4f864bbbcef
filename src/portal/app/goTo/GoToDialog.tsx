/** The dialog of 'Ir para': one input, the places it leads to and what it does (WAI-ARIA: a combobox whose list is always open). */
import {useEffect, useEffectEvent, useId, useRef} from 'react';
import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {useNavigate} from 'react-router-dom';
import {normaliseTextOrEmpty} from '../../../schema/fields/text.ts';
import {isSearchable} from '../../../schema/lists/goTo.ts';
import {GO_TO_LENGTH} from '../../../schema/lists/options.ts';
import {StatusBadge} from '../../kinds/StatusBadge.tsx';
import {Icon} from '../../theme/Icon.tsx';
import {usePhone} from '../../theme/usePhone.ts';
import {counted} from '../../ui/counted.ts';
import {LoadError} from '../../ui/LoadError.tsx';
import {focusScreen} from '../../navigation/focus.ts';
import {useOffered, type Offered} from './useOffered.ts';
import type {SearchedRecords} from './useRecordSearch.ts';

/** One line of 'Ir para': a place with what tells it from others, or something to do with its key. */
const GoToOption = ({option, props}: {option: Offered; props: React.HTMLAttributes<HTMLLIElement>}) => {
  const {titulo, what, icon, status, recent, hint, reason, detalhes = reason, trecho} = option;
  const faint = reason === undefined ? {} : {opacity: 0.5};
  return (
    <Box
      component="li"
      {...props}
      sx={{
        display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 44, px: 1.5, py: 0.75, borderRadius: 1,
        cursor: reason === undefined ? 'pointer' : 'not-allowed', '&.Mui-focused': {backgroundColor: 'action.selected'},
      }}
    >
      <Box aria-hidden sx={{display: 'flex', width: 20, flexShrink: 0, color: 'text.secondary', ...faint}}>
        <Icon name={icon} sx={{fontSize: 20}} />
      </Box>
      <Box sx={{flexGrow: 1, minWidth: 0}}>
        <Box sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1}}>
          <Typography component="span" sx={{minWidth: 0, overflowWrap: 'anywhere', ...faint}}>{titulo}</Typography>
          {status && <StatusBadge choice={status} />}
        </Box>
        {detalhes && (
          <Typography
            variant="caption"
            color="text.secondary"
            sx={{
              display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: {xs: 2, sm: reason === undefined ? 1 : 3},
              overflow: 'hidden',
            }}
          >
            {detalhes}
          </Typography>
        )}
        {trecho && (
          <Typography variant="caption" component="div" color="text.secondary" sx={{overflowWrap: 'anywhere'}}>
            {trecho.map(({texto, achado}, at) => (achado
              ? <Box key={at} component="mark" sx={{backgroundColor: 'transparent', color: 'text.primary', fontWeight: 700}}>{texto}</Box>
              : texto))}
          </Typography>
        )}
      </Box>
      {/* Where a record stands says well enough what it is. */}
      <Typography
        component="span"
        variant="caption"
        color="text.secondary"
        sx={{flexShrink: 0, display: {xs: status === undefined ? 'inline' : 'none', sm: 'inline'}}}
      >
        {recent ? `${what} · recente` : what}
      </Typography>
      {hint && (
        <Box
          component="kbd"
          sx={{
            flexShrink: 0, minWidth: 24, px: 0.75, textAlign: 'center', font: 'inherit', fontSize: '0.75rem', color: 'text.secondary',
            border: 1, borderColor: 'divider', borderRadius: 0.5,
          }}
        >
          {hint}
        </Box>
      )}
    </Box>
  );
};

export interface GoToDialogProps {
  open: boolean;
  typed: string;
  onTyped: (typed: string) => void;
  onClose: () => void;
}

export const GoToDialog = ({open, typed, onTyped, onClose}: GoToDialogProps) => {
  const fullScreen = usePhone();
  const id = useId();
  /** What was chosen to be done: once this is gone, and the focus where it was. */
  const chosen = useRef<Offered['run']>(undefined);
  const onExited = () => {
    onTyped('');
    const {current: run} = chosen;
    chosen.current = undefined;
    if (run !== undefined) return run();
    // What had it before may have gone with its screen.
    return focusScreen();
  };
  const onRun = (run: Offered['run']) => {
    chosen.current = run;
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullWidth
      fullScreen={fullScreen}
      aria-labelledby={`${id}-label`}
      slotProps={{container: {sx: {alignItems: 'flex-start'}}, paper: {sx: fullScreen ? {} : {mt: '12vh'}}, transition: {onExited}}}
    >
      <Search id={id} typed={typed} onTyped={onTyped} onClose={onClose} onRun={onRun} />
    </Dialog>
  );
};

interface SearchProps extends Omit<GoToDialogProps, 'open'> {
  id: string;
  onRun: (run: Offered['run']) => void;
}

const Search = ({id, typed, onTyped, onClose, onRun}: SearchProps) => {
  const navigate = useNavigate();
  /** The text that Enter was pressed on before its answer came. */
  const eager = useRef<string>(undefined);
  const text = normaliseTextOrEmpty(typed);
  const {options, found, remember} = useOffered(text);
  const go = ({place, run}: Offered) => {
    if (place === undefined) return onRun(run);
    const {titulo, endereco, what, icon} = place;
    remember({titulo, endereco, what, icon});
    onClose();
    void navigate(endereco);
  };
  const {getRootProps, getInputLabelProps, getInputProps, getListboxProps, getOptionProps} = useAutocomplete<Offered>({
    id,
    open: true,
    options: [...options],
    getOptionDisabled: ({reason}) => reason !== undefined,
    filterOptions: all => all,
    getOptionLabel: ({titulo}) => titulo,
    getOptionKey: one => one.id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    value: null,
    onChange: (_event, one) => one && go(one),
    inputValue: typed,
    onInputChange: (_event, value, reason) => {
      if (reason === 'input') onTyped(value);
    },
    onClose: (_event, reason) => reason === 'escape' && onClose(),
    autoHighlight: true,
    clearOnBlur: false,
  });
  // Who knows the number types it and Enter at once: it is followed when the answer comes.
  const follow = useEffectEvent(() => {
    const [first] = options;
    if (eager.current === text && first !== undefined) go(first);
  });
  const isOver = !found.waiting && !found.searchingTexts;
  useEffect(() => {
    if (isOver || options.length > 0) follow();
  }, [isOver, options.length]);
  const pressed = (event: React.KeyboardEvent) => {
    // Else the browser would take it for its own.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.preventDefault();
    if (event.key === 'Enter' && options.length === 0 && (found.waiting || found.searchingTexts)) eager.current = text;
  };
  return (
    <>
      <Box
        onKeyDown={pressed}
        sx={{display: 'flex', alignItems: 'center', gap: 1.5, px: 2, minHeight: 56, borderBottom: 1, borderColor: 'divider'}}
      >
        <Box {...getRootProps()} sx={{display: 'flex', alignItems: 'center', gap: 1.5, flexGrow: 1}}>
          <SearchIcon sx={{color: 'text.secondary'}} />
          <Box component="label" {...getInputLabelProps()} sx={visuallyHidden}>Ir para</Box>
          <InputBase
            fullWidth
            autoFocus
            placeholder="Tela, ação, número, nome ou texto"
            inputProps={{...getInputProps(), maxLength: GO_TO_LENGTH, enterKeyHint: 'go'}}
          />
        </Box>
        <IconButton edge="end" aria-label="Fechar" onClick={onClose}><CloseIcon /></IconButton>
      </Box>
      <Box sx={{overflowY: 'auto', maxHeight: {sm: '60vh'}, minHeight: {sm: 180}}}>
        <Box component="ul" {...getListboxProps()} sx={{m: 0, p: 1, listStyle: 'none', '&:empty': {display: 'none'}}}>
          {options.map((option, index) => {
            const {key: _key, ...props} = getOptionProps({option, index});
            return <GoToOption key={option.id} option={option} props={props} />;
          })}
        </Box>
        <GoToState text={text} count={options.length} found={found} />
      </Box>
    </>
  );
};

/** What 'Ir para' says beneath its places: still looking, nothing found, not to be reached; how many, for those who do not see them. */
const ROWS = [1, 2, 3];

const GoToState = ({text, count, found}: {text: string; count: number; found: SearchedRecords}) => {
  const {waiting, searchingTexts, unsearched, error, retry} = found;
  if (error) return <LoadError error={error} retry={retry} />;
  const isOver = !waiting && !searchingTexts;
  const nothing = isOver && count === 0;
  const isPartial = isOver && unsearched.length > 0;
  return (
    <>
      {waiting && <Box sx={{px: 2.5, pb: 2}}>{ROWS.map(row => <Skeleton key={row} height={44} />)}</Box>}
      <Box
        role="status"
        sx={nothing ? {px: 3, py: 4, textAlign: 'center'} : searchingTexts || isPartial
          ? {px: 2.5, pb: 1.5, typography: 'caption', color: 'text.secondary'} : visuallyHidden}
      >
        {waiting && 'Procurando…'}
        {searchingTexts && 'Procurando nos textos…'}
        {isPartial && 'Não foi possível procurar em todos os textos; use o filtro da lista.'}
        {isOver && !nothing && !isPartial && counted(count, 'resultado', 'resultados')}
        {nothing && (
          <>
            <Typography>{isSearchable(text) ? `Nada encontrado com “${text}”.` : 'Digite mais uma letra.'}</Typography>
            <Typography variant="body2" color="text.secondary">Procure uma tela, uma ação, um número, um nome ou um texto.</Typography>
          </>
        )}
      </Box>
    </>
  );
};
