/** The dialog of 'Ir para': one input and the places it leads to (WAI-ARIA: a combobox whose list is always open). */
import {useEffect, useEffectEvent, useId, useRef, useState} from 'react';
import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Theme} from '@mui/material/styles';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {useNavigate} from 'react-router-dom';
import {GO_TO_LENGTH} from '../../../schema/lists/goTo.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {Icon} from '../../theme/Icon.tsx';
import {GoToState} from './GoToState.tsx';
import {matching, screensOf, type Destination} from './destinations.ts';
import {useRecordSearch} from './useRecordSearch.ts';
import {useRecent} from './useRecent.ts';

/** `recent`: the person was there lately. */
type Offered = Destination & {recent?: boolean};

export interface GoToDialogProps {
  open: boolean;
  onClose: () => void;
}

export const GoToDialog = ({open, onClose}: GoToDialogProps) => {
  const fullScreen = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullWidth
      fullScreen={fullScreen}
      maxWidth="sm"
      aria-labelledby={`${id}-label`}
      slotProps={{container: {sx: {alignItems: 'flex-start'}}, paper: {sx: fullScreen ? {} : {mt: '12vh'}}}}
    >
      <Search id={id} onClose={onClose} />
    </Dialog>
  );
};

/** What is offered for a text: first where somebody was and the menu; then screens by name, and what the server finds. */
const usePlaces = (text: string) => {
  const config = useConfig();
  const {perfil} = useSession();
  const {recent, remember} = useRecent();
  const found = useRecordSearch(text);
  const screens = screensOf(config, perfil);
  const known = new Set(recent.map(({endereco}) => endereco));
  const options = text === ''
    ? [...recent.map(place => ({...place, recent: true})), ...screens.filter(({endereco}) => !known.has(endereco))]
    : [...matching(screens, text), ...found.places];
  return {options, found, remember};
};

const Search = ({id, onClose}: {id: string; onClose: () => void}) => {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  /** The text that Enter was pressed on before its answer came. */
  const eager = useRef<string>(undefined);
  const text = typed.trim();
  const {options, found, remember} = usePlaces(text);
  const go = ({titulo, endereco, what, icon}: Destination) => {
    remember({titulo, endereco, what, icon});
    onClose();
    void navigate(endereco);
  };
  const {getRootProps, getInputLabelProps, getInputProps, getListboxProps, getOptionProps} = useAutocomplete<Offered>({
    id,
    open: true,
    options,
    filterOptions: all => all,
    getOptionLabel: ({titulo}) => titulo,
    isOptionEqualToValue: (one, other) => one.endereco === other.endereco,
    value: null,
    onChange: (_event, place) => place && go(place),
    inputValue: typed,
    onInputChange: (_event, value, reason) => {
      if (reason === 'input') setTyped(value);
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
  useEffect(() => {
    if (!found.waiting) follow();
  }, [found.waiting]);
  const pressed = (event: React.KeyboardEvent) => {
    // Else the browser would take it for its own.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.preventDefault();
    if (event.key === 'Enter' && options.length === 0 && found.waiting) eager.current = text;
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
            placeholder="Tela, número do ticket ou nome"
            inputProps={{...getInputProps(), maxLength: GO_TO_LENGTH, enterKeyHint: 'go'}}
          />
        </Box>
        <IconButton edge="end" aria-label="Fechar" onClick={onClose}><CloseIcon /></IconButton>
      </Box>
      <Box sx={{overflowY: 'auto', maxHeight: {sm: '60vh'}, minHeight: {sm: 180}}}>
        <Box component="ul" {...getListboxProps()} sx={{m: 0, p: 1, listStyle: 'none', '&:empty': {display: 'none'}}}>
          {options.map((option, index) => {
            const {key: _key, ...props} = getOptionProps({option, index});
            return <Option key={option.endereco} option={option} props={props} />;
          })}
        </Box>
        <GoToState text={text} count={options.length} found={found} />
      </Box>
    </>
  );
};

const Option = ({option, props}: {option: Offered; props: React.HTMLAttributes<HTMLLIElement>}) => (
  <Box
    component="li"
    {...props}
    sx={{
      display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 44, px: 1.5, py: 0.75, borderRadius: 1, cursor: 'pointer',
      '&.Mui-focused': {backgroundColor: 'action.selected'},
    }}
  >
    <Icon name={option.icon} sx={{fontSize: 20, color: 'text.secondary'}} aria-hidden />
    <Typography component="span" sx={{flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere'}}>{option.titulo}</Typography>
    <Typography component="span" variant="caption" color="text.secondary" sx={{flexShrink: 0}}>
      {option.recent ? `${option.what} · recente` : option.what}
    </Typography>
  </Box>
);
