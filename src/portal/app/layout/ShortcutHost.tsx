/** The global listener of shortcuts, with the help dialog at `?`. Mounted once, in the shell. */
import {useEffect, useState} from 'react';
import {useStore} from 'ra-core';
import {onShortcut, SEND, sendForm} from '../../shortcuts/listen.ts';
import {listenToTypeAhead} from '../../shortcuts/typeAhead.ts';
import {onShortcutHelp, useShortcut} from '../../shortcuts/registry.ts';
import {later} from '../../ui/later.tsx';

const ShortcutDialog = later(async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog);

export const ShortcutHost = () => {
  const [open, setOpen] = useState<boolean>();
  const [characters, setCharacters] = useStore('atalhos.letras', true);
  useShortcut('?', 'Mostrar os atalhos', () => setOpen(true), true, 'everywhere');
  useShortcut(SEND, 'Enviar o que está preenchido', sendForm, true, 'form');
  useEffect(listenToTypeAhead, []);
  useEffect(() => onShortcutHelp(() => setOpen(true)), []);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onShortcut(event, characters);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [characters]);
  return open === undefined
    ? null
    : <ShortcutDialog open={open} characters={characters} onCharacters={setCharacters} onClose={() => setOpen(false)} />;
};
