/** Hears the shortcuts of every screen, and lists them at `?`. Mounted once, in the shell. */
import {useEffect, useState} from 'react';
import {useStore} from 'ra-core';
import {onShortcut} from './listen.ts';
import {onShortcutHelp} from './help.ts';
import {useShortcut} from './registry.ts';
import {ShortcutDialog} from './ShortcutDialog.tsx';

export const ShortcutHost = () => {
  const [open, setOpen] = useState(false);
  const [characters, setCharacters] = useStore('atalhos.letras', true);
  useShortcut('?', 'Mostrar os atalhos', () => setOpen(true));
  useEffect(() => onShortcutHelp(() => setOpen(true)), []);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onShortcut(event, characters);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [characters]);
  return <ShortcutDialog open={open} characters={characters} onCharacters={setCharacters} onClose={() => setOpen(false)} />;
};
