/** The Material theme: calm, dense, one accent; nothing of the stock look left. */
import {ptBR} from '@mui/material/locale';
import {deepmerge} from '@mui/utils';
import type {RaThemeOptions} from 'react-admin';
import {dark, light, type Tokens} from './tokens.ts';
import {components} from './components.ts';

const FONT = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const make = (mode: 'light' | 'dark', tokens: Tokens): RaThemeOptions => ({
  palette: {
    mode,
    // Under the pointer a button darkens; on a dark ground its words are dark, and must stay readable.
    tonalOffset: {light: 0.2, dark: mode === 'light' ? 0.3 : 0.1},
    primary: {main: tokens.primary, contrastText: tokens.onPrimary},
    secondary: {main: tokens.primary, contrastText: tokens.onPrimary},
    error: {main: tokens.danger, contrastText: mode === 'light' ? '#FFFFFF' : '#3B0D0D'},
    success: {main: tokens.success},
    warning: {main: tokens.warning},
    info: {main: tokens.primary},
    background: {default: tokens.ground, paper: tokens.surface},
    text: {primary: tokens.text, secondary: tokens.secondary},
    divider: tokens.line,
    action: {active: tokens.secondary, hover: tokens.primarySoft, selected: tokens.primarySoft},
  },
  shape: {borderRadius: 8},
  typography: {
    fontFamily: FONT,
    fontSize: 14,
    htmlFontSize: 16,
    h1: {fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.01em'},
    h2: {fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.4},
    h3: {fontSize: '1rem', fontWeight: 600, lineHeight: 1.4},
    body1: {fontSize: '0.875rem', lineHeight: 1.5},
    body2: {fontSize: '0.8125rem', lineHeight: 1.5},
    caption: {fontSize: '0.75rem', lineHeight: 1.4},
    button: {textTransform: 'none', fontWeight: 600, fontSize: '0.875rem'},
  },
  transitions: {duration: {shortest: 80, shorter: 100, short: 120, standard: 150, complex: 150, enteringScreen: 150, leavingScreen: 120}},
  // Material's own sentences (pages, clear, no options) in Portuguese.
  components: deepmerge(ptBR.components ?? {}, components(mode, tokens)),
});

export const lightTheme = make('light', light);
export const darkTheme = make('dark', dark);
