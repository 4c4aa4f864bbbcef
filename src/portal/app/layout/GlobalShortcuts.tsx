/** The global listener of shortcuts, with the help dialog at `?`. Mounted once, in the shell. */
import {useEffect, useState} from 'react';
import {useStore} from 'ra-core';
import {handleShortcut, SUBMIT_KEY, submitForm} from '../../shortcuts/handleShortcut.ts';
import {listenToTypeAhead} from '../../shortcuts/typeAhead.ts';
import {onShortcutHelp, useRegisterShortcut} from '../../shortcuts/registry.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';

const ShortcutDialog = lazyComponent(async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog);

export const GlobalShortcuts = () => {
  const [open, setOpen] = useState<boolean>();
  const [characters, setCharacters] = useStore('atalhos.letras', true);
  useRegisterShortcut('?', 'Mostrar os atalhos', () => setOpen(true), true, 'everywhere');
  useRegisterShortcut(SUBMIT_KEY, 'Enviar o que está preenchido', submitForm, true, 'form');
  useEffect(listenToTypeAhead, []);
  useEffect(() => onShortcutHelp(() => setOpen(true)), []);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleShortcut(event, characters);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [characters]);
  return open === undefined
    ? null
    : <ShortcutDialog open={open} characters={characters} onCharacters={setCharacters} onClose={() => setOpen(false)} />;
};
