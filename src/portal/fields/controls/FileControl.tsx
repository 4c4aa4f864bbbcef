/** File control: a field's single file, handled like the files of a record (rules: Files 15). */
import {useRef, type Ref} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import {asAttachedFile} from '../../../schema/fields/fileKind.ts';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {EMPTY_VALUE} from '../../../schema/words/messages.ts';
import {useKeepFocus} from '../../navigation/useKeepFocus.ts';
import {DropZone} from '../files/DropZone.tsx';
import {FileLink} from '../files/FileLink.tsx';
import {NOT_STORED_NOTE, RESTORED_LABEL, formatPercent, formatFileSize} from '../files/fileTexts.ts';
import {useFieldFile} from '../files/useFieldFile.ts';
import type {ControlProps} from './control.ts';

type Props = ControlProps<FieldOf<'arquivo'>>;

export const FileText = ({value}: Props) => {
  const file = asAttachedFile(value);
  return (
    <Box sx={{display: 'flex', alignItems: 'center', minHeight: 40}}>{file === undefined ? EMPTY_VALUE : <FileLink file={file} />}</Box>
  );
};

export const FileControl = ({field: {label}, name, id, value, onChange, onBlur, inputRef, disabled, describedBy}: Props) => {
  const {
    file, limits, share, problem, restored: isRestored, isNotStored, chooseFiles, resend, stop: cancelUpload, remove,
  } = useFieldFile(name, value, onChange);
  const busy = share !== undefined;
  const container = useRef<HTMLDivElement>(null);
  useKeepFocus(container);
  return (
    <Box ref={container} onBlur={onBlur}>
      <DropZone
        onFiles={chooseFiles}
        disabled={disabled}
        limits={limits && file === undefined ? `Até ${limits.arquivoMaxMb} MB.` : undefined}
        problem={problem}
        field={{
          label, id, inputRef: inputRef as Ref<HTMLButtonElement>, describedBy, busy,
          buttonLabel: file === undefined ? 'Escolher arquivo' : 'Trocar arquivo',
          file: file && (
            <Box sx={{minWidth: 0}}>
              <FileLink file={file} />
              <Typography variant="body2" color="text.secondary">
                {[
                  formatFileSize(file.tamanho), ...(isRestored ? [RESTORED_LABEL] : []), ...(busy ? [formatPercent(share)] : []),
                ].join(' · ')}
              </Typography>
            </Box>
          ),
          actions: (
            <>
              {resend && <Button variant="outlined" aria-label={`Enviar de novo: ${label}`} onClick={resend}>Enviar de novo</Button>}
              {busy && <Button aria-label={`Cancelar envio: ${label}`} onClick={cancelUpload}>Cancelar envio</Button>}
              {file && !busy && (
                <Button disabled={disabled} aria-label={`Remover ${file.nomeArquivo}`} onClick={remove}>Remover</Button>
              )}
            </>
          ),
        }}
      >
        {busy && <LinearProgress variant="determinate" value={share * 100} aria-label={`Envio de ${label}`} />}
        {isNotStored && <Alert severity="warning" variant="outlined">{NOT_STORED_NOTE}</Alert>}
      </DropZone>
    </Box>
  );
};
