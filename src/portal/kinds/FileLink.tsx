/** A file that is a value, as its name: asked for, it is downloaded. */
import {useState} from 'react';
import Link from '@mui/material/Link';
import type {Attached} from '../../schema/fields/attached.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {download} from '../wire/http.ts';
import {saveFile} from '../wire/saveFile.ts';

export const FileLink = ({file: {nomeArquivo, caminho}}: {file: Attached}) => {
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  if (caminho === undefined) return nomeArquivo;
  const fetch = async (): Promise<void> => {
    setBusy(true);
    try {
      const {blob, name} = await download(`GET ${caminho}`);
      saveFile(blob, name ?? nomeArquivo);
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Link
      component="button"
      type="button"
      aria-label={`Baixar ${nomeArquivo}`}
      aria-busy={busy}
      onClick={() => void (busy || fetch())}
      sx={{overflowWrap: 'anywhere', textAlign: 'start', font: 'inherit'}}
    >
      {nomeArquivo}
    </Link>
  );
};
