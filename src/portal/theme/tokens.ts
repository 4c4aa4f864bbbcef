/** Colours and measures of the portal. The login, which loads no theme engine, repeats the colours as CSS variables. */
export interface Tokens {
  ground: string;
  surface: string;
  raised: string;
  line: string;
  text: string;
  secondary: string;
  primary: string;
  onPrimary: string;
  primarySoft: string;
  danger: string;
  success: string;
  warning: string;
}

export const light: Tokens = {
  ground: '#F6F8F9', surface: '#FFFFFF', raised: '#FFFFFF', line: '#DCE3E7', text: '#1B2328', secondary: '#5B6770',
  primary: '#0B5563', onPrimary: '#FFFFFF', primarySoft: '#E3F0F2', danger: '#B4232A', success: '#17602A', warning: '#7A4B00',
};

export const dark: Tokens = {
  ground: '#12191D', surface: '#1A2328', raised: '#222D33', line: '#303D44', text: '#E6ECEF', secondary: '#9FB0B8',
  primary: '#7CD3E0', onPrimary: '#0B2A31', primarySoft: '#1C3840', danger: '#FF9A9A', success: '#8FE0A0', warning: '#FFD27A',
};

export const SIDEBAR = {open: 250, collapsed: 80};
export const TOP_BAR = 56;

export const GUTTER = {xs: 2, sm: 3};

/** CSS variable of a modal that is fading out. */
export const CLOSING_VARIABLE = '--fechando';

/** Touch targets need 44 px. */
export const TOUCH_SCREEN = '@media (pointer: coarse)';
