/** The dialog of 'Ir para': an input with suggested places and actions (WAI-ARIA combobox with a list that is always open). */
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
import {MAX_SEARCH_TEXT_LENGTH} from '../../../schema/lists/options.ts';
import {StatusBadge} from '../../fields/StatusBadge.tsx';
import {Icon} from '../../theme/Icon.tsx';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {LoadError} from '../../ui/LoadError.tsx';
import {focusScreen} from '../../navigation/focus.ts';
import {useGoToSuggestions, type GoToSuggestion} from './useGoToSuggestions.ts';
import type {RecordSearch} from './useRecordSearch.ts';

const GoToOption = ({option, props}: {option: GoToSuggestion; props: React.HTMLAttributes<HTMLLIElement>}) => {
  const {titulo, what: category, icon, status, recent, hint, reason, detalhes = reason, trecho} = option;
  const disabledStyle = reason === undefined ? {} : {opacity: 0.5};
  return (
    <Box
      component="li"
      {...props}
      sx={{
        display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 44, px: 1.5, py: 0.75, borderRadius: 1,
        cursor: reason === undefined ? 'pointer' : 'not-allowed', '&.Mui-focused': {backgroundColor: 'action.selected'},
      }}
    >
      <Box aria-hidden sx={{display: 'flex', width: 20, flexShrink: 0, color: 'text.secondary', ...disabledStyle}}>
        <Icon name={icon} sx={{fontSize: 20}} />
      </Box>
      <Box sx={{flexGrow: 1, minWidth: 0}}>
        <Box sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1}}>
          <Typography component="span" sx={{minWidth: 0, overflowWrap: 'anywhere', ...disabledStyle}}>{titulo}</Typography>
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
            {trecho.map(({texto, achado}, index) => (achado
              ? <Box key={index} component="mark" sx={{backgroundColor: 'transparent', color: 'text.primary', fontWeight: 700}}>
                {texto}
              </Box>
              : texto))}
          </Typography>
        )}
      </Box>
      {/* On a phone the status replaces the category. */}
      <Typography
        component="span"
        variant="caption"
        color="text.secondary"
        sx={{flexShrink: 0, display: {xs: status === undefined ? 'inline' : 'none', sm: 'inline'}}}
      >
        {recent ? `${category} · recente` : category}
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
  const fullScreen = useIsPhone();
  const id = useId();
  /** The chosen action; runs after the dialog has closed and the focus has returned. */
  const pendingAction = useRef<GoToSuggestion['run']>(undefined);
  const onExited = () => {
    onTyped('');
    const {current: run} = pendingAction;
    pendingAction.current = undefined;
    if (run !== undefined) return run();
    return focusScreen();
  };
  const onRun = (run: GoToSuggestion['run']) => {
    pendingAction.current = run;
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
  onRun: (run: GoToSuggestion['run']) => void;
}

const Search = ({id, typed, onTyped, onClose, onRun}: SearchProps) => {
  const navigate = useNavigate();
  /** The text at which Enter was pressed before the answer. */
  const submittedText = useRef<string>(undefined);
  const text = normaliseTextOrEmpty(typed);
  const {options, search, remember} = useGoToSuggestions(text);
  const choose = ({place, run}: GoToSuggestion) => {
    if (place === undefined) return onRun(run);
    const {titulo, endereco, what: category, icon} = place;
    remember({titulo, endereco, what: category, icon});
    onClose();
    void navigate(endereco);
  };
  const {getRootProps, getInputLabelProps, getInputProps, getListboxProps, getOptionProps} = useAutocomplete<GoToSuggestion>({
    id,
    open: true,
    options: [...options],
    getOptionDisabled: ({reason}) => reason !== undefined,
    filterOptions: allOptions => allOptions,
    getOptionLabel: ({titulo}) => titulo,
    getOptionKey: option => option.id,
    isOptionEqualToValue: (option, value) => option.id === value.id,
    value: null,
    onChange: (_event, option) => option && choose(option),
    inputValue: typed,
    onInputChange: (_event, value, reason) => {
      if (reason === 'input') onTyped(value);
    },
    onClose: (_event, reason) => reason === 'escape' && onClose(),
    autoHighlight: true,
    clearOnBlur: false,
  });
  // A number typed with Enter opens the first suggestion as soon as the answer arrives.
  const chooseSubmitted = useEffectEvent(() => {
    const [first] = options;
    if (submittedText.current === text && first !== undefined) choose(first);
  });
  const isSearchDone = !search.isSearching && !search.isSearchingTexts;
  useEffect(() => {
    if (isSearchDone || options.length > 0) chooseSubmitted();
  }, [isSearchDone, options.length]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Ctrl+K is also a browser shortcut.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') event.preventDefault();
    if (event.key === 'Enter' && options.length === 0 && (search.isSearching || search.isSearchingTexts)) submittedText.current = text;
  };
  return (
    <>
      <Box
        onKeyDown={onKeyDown}
        sx={{display: 'flex', alignItems: 'center', gap: 1.5, px: 2, minHeight: 56, borderBottom: 1, borderColor: 'divider'}}
      >
        <Box {...getRootProps()} sx={{display: 'flex', alignItems: 'center', gap: 1.5, flexGrow: 1}}>
          <SearchIcon sx={{color: 'text.secondary'}} />
          <Box component="label" {...getInputLabelProps()} sx={visuallyHidden}>Ir para</Box>
          <InputBase
            fullWidth
            autoFocus
            placeholder="Tela, ação, número, nome ou texto"
            inputProps={{...getInputProps(), maxLength: MAX_SEARCH_TEXT_LENGTH, enterKeyHint: 'go'}}
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
        <GoToState text={text} count={options.length} search={search} />
      </Box>
    </>
  );
};

const SKELETON_ROWS = [1, 2, 3];

/** The state of the search below the suggestions: running, empty, partial or failed; the count for screen readers. */
const GoToState = ({text, count, search}: {text: string; count: number; search: RecordSearch}) => {
  const {isSearching, isSearchingTexts, unsearchedLists, error, retry} = search;
  if (error) return <LoadError error={error} retry={retry} />;
  const isSearchDone = !isSearching && !isSearchingTexts;
  const isEmpty = isSearchDone && count === 0;
  const isPartial = isSearchDone && unsearchedLists.length > 0;
  return (
    <>
      {isSearching && <Box sx={{px: 2.5, pb: 2}}>{SKELETON_ROWS.map(row => <Skeleton key={row} height={44} />)}</Box>}
      <Box
        role="status"
        sx={isEmpty ? {px: 3, py: 4, textAlign: 'center'} : isSearchingTexts || isPartial
          ? {px: 2.5, pb: 1.5, typography: 'caption', color: 'text.secondary'} : visuallyHidden}
      >
        {isSearching && 'Procurando…'}
        {isSearchingTexts && 'Procurando nos textos…'}
        {isPartial && 'Não foi possível procurar em todos os textos; use o filtro da lista.'}
        {isSearchDone && !isEmpty && !isPartial && formatCountWithNoun(count, 'resultado', 'resultados')}
        {isEmpty && (
          <>
            <Typography>{isSearchable(text) ? `Nada encontrado com “${text}”.` : 'Digite mais uma letra.'}</Typography>
            <Typography variant="body2" color="text.secondary">Procure uma tela, uma ação, um número, um nome ou um texto.</Typography>
          </>
        )}
      </Box>
    </>
  );
};
