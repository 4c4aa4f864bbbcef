import {ptBR} from '@mui/material/locale';
import type {ThemeOptions} from '@mui/material/styles';
import {deepmerge} from '@mui/utils';
import type {RaThemeOptions} from 'react-admin';
import {CLOSING_VARIABLE, TOUCH_SCREEN, TOP_BAR, dark, light, type Tokens} from './tokens.ts';

const shadow = {
  light: '0 1px 2px rgb(16 32 40 / 6%), 0 12px 32px rgb(16 32 40 / 14%)',
  dark: '0 12px 32px rgb(0 0 0 / 50%)',
};

const PRINT = '@media print';
const hiddenInPrint = {[PRINT]: {display: 'none !important'}};
/** A printed dialog spans as many pages as it needs. */
const fullInPrint = {[PRINT]: {
  display: 'block', height: 'auto', maxHeight: 'none', maxWidth: 'none', margin: 0, overflow: 'visible', border: 0, boxShadow: 'none',
}};

const components = (mode: 'light' | 'dark', tokens: Tokens): NonNullable<ThemeOptions['components']> => {
  const focus = {outline: `2px solid ${tokens.primary}`, outlineOffset: 2};
  const innerFocus = {'&.Mui-focusVisible': {...focus, outlineOffset: -2}};
  return {
    MuiCssBaseline: {
      styleOverrides: {
        // Keeps focused elements clear of the top bar.
        html: {scrollPaddingTop: TOP_BAR + 16},
        body: {fontFeatureSettings: '"cv05", "cv08"', WebkitFontSmoothing: 'antialiased'},
        ':focus-visible': focus,
        '@page': {margin: '12mm'},
        // Print: only the dialog where one is open, no controls, no page breaks within rows.
        [PRINT]: {
          body: {backgroundColor: '#fff', overflow: 'visible !important'},
          'body:has(> .MuiDialog-root) > #root, .Toastify, main nav, main [role="search"], [role="toolbar"], td input, th input': {
            display: 'none !important',
          },
          'h1, h2, h3, dt': {breakAfter: 'avoid'}, 'tr, dl > *, [role="row"]': {breakInside: 'avoid'},
        },
        '@media (prefers-reduced-motion: reduce)': {
          // Not the toasts' progress bar, because the end of its animation closes them.
          '*:not(.Toastify__progress-bar), *::before, *::after': {
            animationDuration: '0.01ms !important', animationIterationCount: '1 !important', scrollBehavior: 'auto !important',
            // Switched off, not shortened, because a short transition on `*` would animate every inherited property of every element.
            transition: 'none !important',
          },
        },
      },
    },
    MuiButtonBase: {defaultProps: {disableRipple: true}, styleOverrides: {root: {'&:focus-visible': focus, ...hiddenInPrint}}},
    // Column headings are printed although they are buttons.
    MuiTableSortLabel: {styleOverrides: {root: {[PRINT]: {display: 'inline-flex !important'}}}},
    MuiBackdrop: {styleOverrides: {root: hiddenInPrint}},
    // The focus ring surrounds the control, because its focused input is invisible.
    MuiCheckbox: {styleOverrides: {root: {...innerFocus, [TOUCH_SCREEN]: {minWidth: 44, minHeight: 44}}}},
    MuiRadio: {styleOverrides: {root: {...innerFocus, [TOUCH_SCREEN]: {minWidth: 44, minHeight: 44}}}},
    MuiSwitch: {
      styleOverrides: {
        switchBase: innerFocus,
        // The invisible input is the touch target: wider and higher than the switch, wherever its thumb is.
        root: {[TOUCH_SCREEN]: {overflow: 'visible'}},
        input: {[TOUCH_SCREEN]: {top: '50%', left: 'calc(50% - 30px)', width: 60, height: 44, transform: 'translateY(-50%)'}},
      },
    },
    MuiButton: {
      defaultProps: {disableElevation: true},
      styleOverrides: {
        root: {borderRadius: 8, minHeight: 40, paddingInline: 16, [TOUCH_SCREEN]: {minHeight: 44}},
        sizeSmall: {minHeight: 32, paddingInline: 12, fontSize: '0.8125rem', [TOUCH_SCREEN]: {minHeight: 44}},
        outlined: {borderColor: tokens.line, backgroundColor: tokens.surface},
      },
    },
    MuiIconButton: {styleOverrides: {root: {borderRadius: 8, [TOUCH_SCREEN]: {minWidth: 44, minHeight: 44}}}},
    MuiPaper: {
      defaultProps: {elevation: 0},
      styleOverrides: {root: {backgroundImage: 'none'}, outlined: {borderColor: tokens.line, borderRadius: 12}},
    },
    // On narrow screens the button wraps beneath the text.
    MuiAlert: {styleOverrides: {root: {flexWrap: 'wrap'}, icon: {flexShrink: 0}, message: {flex: '1 1 65%'}}},
    MuiModal: {styleOverrides: {root: {variants: [{props: {open: false}, style: {[CLOSING_VARIABLE]: 1}}]}}},
    // The top bar stays visible, for toasts.
    MuiDialog: {styleOverrides: {
      root: {[PRINT]: {position: 'static !important'}},
      container: {paddingTop: TOP_BAR, [PRINT]: {...fullInPrint[PRINT], paddingTop: 0}},
      paper: {
        backgroundColor: tokens.raised, borderRadius: 12, boxShadow: shadow[mode], margin: '0 32px 32px', maxHeight: 'calc(100% - 32px)',
        ...fullInPrint,
      },
      // The page's gutter.
      paperFullScreen: {
        margin: 0, maxHeight: 'none', borderRadius: '12px 12px 0 0',
        '& .MuiDialogTitle-root, & .MuiDialogContent-root, & .MuiDialogActions-root': {paddingInline: 16},
      },
    }},
    MuiDialogTitle: {styleOverrides: {root: {fontSize: '1.125rem', fontWeight: 650, padding: '20px 24px 12px'}}},
    // At 400 % a dialog scrolls as a whole, because its text between title and buttons would have two lines.
    MuiDialogContent: {styleOverrides: {root: {...fullInPrint, '@media (max-height: 400px)': {overflowY: 'visible', flexShrink: 0}}}},
    MuiDialogActions: {styleOverrides: {root: {padding: '12px 24px 20px', ...hiddenInPrint}}},
    // Popups at the end of the body are outside every landmark, so they get a region role; tooltips are drawn in `main`.
    MuiMenu: {
      defaultProps: {slotProps: {paper: {role: 'region', 'aria-label': 'Menu'}}},
      styleOverrides: {paper: {backgroundColor: tokens.raised, border: `1px solid ${tokens.line}`, boxShadow: shadow[mode], marginTop: 4}},
    },
    MuiMenuItem: {
      styleOverrides: {root: {fontSize: '0.875rem', minHeight: 40, borderRadius: 6, marginInline: 6, [TOUCH_SCREEN]: {minHeight: 44}}},
    },
    MuiAutocomplete: {
      defaultProps: {slotProps: {paper: {role: 'region', 'aria-label': 'Opções'}}},
      styleOverrides: {
        paper: {backgroundColor: tokens.raised, border: `1px solid ${tokens.line}`, boxShadow: shadow[mode]},
        inputRoot: {paddingBlock: '0 !important'},
        input: {paddingBlock: '9px !important'},
        option: {fontSize: '0.875rem'},
      },
    },
    // Not needed, because autofill moves no label here.
    MuiInputBase: {defaultProps: {disableInjectingGlobalStyles: true}},
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          backgroundColor: tokens.surface, fontSize: '0.875rem', [TOUCH_SCREEN]: {minHeight: 44},
          '& .MuiOutlinedInput-notchedOutline': {borderColor: mode === 'light' ? '#8A979F' : '#5D6E77'},
          '&:hover:not(.Mui-focused, .Mui-disabled, .Mui-error) .MuiOutlinedInput-notchedOutline': {borderColor: tokens.secondary},
          '&.Mui-disabled': {backgroundColor: tokens.ground},
          '&.Mui-disabled .MuiOutlinedInput-notchedOutline': {borderColor: tokens.line},
        },
        input: {'&::placeholder': {color: tokens.secondary, opacity: 1}, '&.Mui-disabled': {WebkitTextFillColor: tokens.secondary}},
      },
    },
    MuiNativeSelect: {styleOverrides: {select: {'& option': {backgroundColor: tokens.raised, color: tokens.text}}}},
    MuiTableCell: {
      styleOverrides: {
        root: {
          borderColor: tokens.line, fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums', padding: '4px 10px',
          '&:first-of-type': {paddingLeft: 16}, '&:last-of-type': {paddingRight: 16},
        },
        head: {fontWeight: 600, color: tokens.secondary, backgroundColor: tokens.surface, whiteSpace: 'nowrap', paddingBlock: 8},
      },
    },
    // Material gives rows no focus outline, and the arrow keys focus them.
    MuiTableRow: {styleOverrides: {root: {
      '&:focus-visible': {...focus, outlineOffset: -2},
      'tbody &:last-child td': {borderBottom: 0},
      'tbody &:hover': {backgroundColor: mode === 'light' ? '#F4F8F9' : '#1F2A30'},
    }}},
    MuiTooltip: {
      defaultProps: {enterDelay: 400, slotProps: {popper: {container: () => document.querySelector('main')}}},
      styleOverrides: {tooltip: {
        fontSize: '0.75rem', backgroundColor: mode === 'light' ? '#24323A' : '#E6ECEF', color: mode === 'light' ? '#FFFFFF' : '#12191D',
      }},
    },
    MuiLink: {defaultProps: {underline: 'hover'}, styleOverrides: {root: {fontWeight: 550}}},
    MuiSkeleton: {defaultProps: {animation: 'wave'}},
    MuiFormHelperText: {styleOverrides: {root: {fontSize: '0.75rem'}}},
  };
};

const createTheme = (mode: 'light' | 'dark', tokens: Tokens): RaThemeOptions => ({
  palette: {
    mode,
    // Less in dark mode, because a hovered button darkens and its text is dark.
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
    // From assets/shell.css, which the login shares.
    fontFamily: 'inherit',
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
  // Material's own texts in Portuguese.
  components: deepmerge(ptBR.components ?? {}, components(mode, tokens)),
});

export const lightTheme = createTheme('light', light);
export const darkTheme = createTheme('dark', dark);
