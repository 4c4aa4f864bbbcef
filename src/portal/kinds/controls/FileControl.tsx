/** One file as a field's value: sent as soon as it is chosen, and the value once it is there, which a draft keeps (rules: Files 15). */
import {useRef, useState, type ChangeEvent, type Ref} from 'react';
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {useResourceContext} from 'ra-core';
import {attachedCalls, attachedIn, type Attached} from '../../../schema/fields/attached.ts';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import {hasForbiddenExtension} from '../../../schema/fileNames.ts';
import {fileWords} from '../../../schema/parts.ts';
import {fill} from '../../../schema/words/messages.ts';
import {useAbout} from '../../session/context.ts';
import {Refusal} from '../../ui/Refusal.tsx';
import {bodyOfError, isJudged} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import {newKey} from '../../wire/submissionKey.ts';
import {FileLink} from '../FileLink.tsx';
import {useLimits} from '../limits.ts';
import type {ControlProps} from './control.ts';

type Props = ControlProps<FieldOf<'arquivo'>>;

const ROW = {display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 40} as const;

/** Whoever may not change it may still open it. */
export const FileText = ({value}: Props) => {
  const file = attachedIn(value);
  return <Box sx={ROW}>{file === undefined ? '—' : <FileLink file={file} />}</Box>;
};

export const FileControl = ({field, name, id, value, onChange, onBlur, inputRef, disabled, describedBy}: Props) => {
  const of = useResourceContext() ?? '';
  const {config, resource} = useAbout(of);
  const words = fileWords(config, resource);
  const limits = useLimits(true);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  /** The choice that has not arrived, its key, and what was there before. */
  const [unsent, setUnsent] = useState<{chosen: File; key: string; before: unknown}>();
  const going = useRef<AbortController>(undefined);
  const [any, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const byHand = useMediaQuery('(pointer: coarse)', {noSsr: true});
  const file = attachedIn(value);
  const busy = share !== undefined;

  const giveUp = (before: unknown): void => {
    setUnsent(undefined);
    onChange(before);
  };
  const send = async (one: NonNullable<typeof unsent>): Promise<void> => {
    const {chosen, key, before} = one;
    setProblem(undefined);
    setUnsent(one);
    setShare(0);
    // Until it is there nothing is saved without it.
    onChange({id: 0, nomeArquivo: chosen.name, tamanho: chosen.size} satisfies Attached);
    const body = new FormData();
    body.append('file', chosen, chosen.name);
    going.current = new AbortController();
    const {signal} = going.current;
    try {
      const answer = await request<Attached>(attachedCalls(of, resource, name).upload, {
        body, signal, onProgress: setShare, headers: {'idempotency-key': key},
      });
      setUnsent(undefined);
      onChange(answer.body);
    } catch (error) {
      if (signal.aborted) giveUp(before);
      else {
        setProblem(bodyOfError(error).message ?? config.messages.failed);
        // What the server refused it will refuse again; on a line that was lost the same file goes once more.
        if (isJudged(error)) giveUp(before);
      }
    } finally {
      setShare(undefined);
    }
  };
  const choose = ({target}: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = target.files ?? [];
    if (chosen === undefined) return;
    const max = limits?.arquivoMaxMb ?? Infinity;
    const refused = hasForbiddenExtension(config, chosen.name) ? words.one : chosen.size === 0 ? words.empty
      : chosen.size > max * 1024 * 1024 ? fill(words.tooLarge, {max}) : undefined;
    if (refused === undefined) void send({chosen, key: newKey(), before: unsent === undefined ? value : unsent.before});
    else setProblem(refused);
    target.value = '';
  };

  const hidden = {type: 'file', tabIndex: -1, disabled: disabled || busy, style: visuallyHidden, onChange: choose} as const;
  const problemId = `${id}-recusado`;
  // A screen may have several places for files, each called by what it takes.
  const called = (text: string) => ({'aria-label': `${text}: ${field.label}`, children: text});
  const described = [problem && problemId, describedBy].filter(Boolean).join(' ') || undefined;
  return (
    <Box>
      <Box sx={ROW} onBlur={onBlur}>
        {file !== undefined && <Box component="span" sx={{mr: 1, minWidth: 0}}><FileLink file={file} /></Box>}
        {unsent !== undefined && !busy && <Button variant="outlined" onClick={() => void send(unsent)} {...called('Enviar de novo')} />}
        <Button
          ref={inputRef as Ref<HTMLButtonElement>} id={id} variant="outlined" startIcon={<UploadIcon />} loading={busy}
          disabled={disabled} aria-describedby={described} onClick={() => any.current?.click()}
          {...called(file === undefined ? 'Escolher arquivo' : 'Trocar arquivo')}
        />
        {byHand && (
          <Button
            variant="outlined" startIcon={<CameraIcon />} disabled={disabled || busy} onClick={() => camera.current?.click()}
            {...called('Tirar foto')}
          />
        )}
        {busy && <Button onClick={() => going.current?.abort()} {...called('Cancelar envio')} />}
        {file !== undefined && !busy && (
          <Button disabled={disabled} aria-label={`Remover ${file.nomeArquivo}`} onClick={() => giveUp(unsent?.before ?? null)}>
            Remover
          </Button>
        )}
        {limits && file === undefined && <Typography variant="body2" color="text.secondary">Até {limits.arquivoMaxMb} MB.</Typography>}
        <input ref={any} {...hidden} aria-label={`Arquivo: ${field.label}`} />
        {byHand && <input ref={camera} {...hidden} accept="image/*" capture="environment" aria-label={`Foto: ${field.label}`} />}
      </Box>
      {busy && <LinearProgress variant="determinate" value={share * 100} aria-label={`Envio de ${field.label}`} sx={{mt: 0.5}} />}
      <Box aria-live="polite">{problem !== undefined && <Refusal id={problemId}>{problem}</Refusal>}</Box>
    </Box>
  );
};
