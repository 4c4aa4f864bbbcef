/** Adding files to an existing ticket: file, type and branch (§5). At once, each in a call of its own (§7), or by Salvar with the form. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {useQueryClient} from '@tanstack/react-query';
import {FilePicker} from '../parts/files/FilePicker.tsx';
import {LabelledSelect} from '../kinds/LabelledSelect.tsx';
import {useConfig} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useToasts} from '../toasts/index.ts';
import {request} from '../wire/http.ts';
import {useSubmissionKey} from '../wire/submissionKey.ts';
import {TICKETS, calls, type Ticket} from './ticket.ts';
import type {TicketFilesChoice} from './useTicketFiles.ts';
import type {Upload} from './useUpload.ts';

interface Props {
  ticket: Ticket;
  files: TicketFilesChoice;
  /** One at a time, with what Salvar sends. */
  upload: Upload;
  disabled: boolean;
}

export const AddFiles = ({ticket, files: {choice, idFilial, noBranch, setIdFilial, ready}, upload, disabled}: Props) => {
  const {files: {messages}} = useConfig();
  const session = useSession();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const submission = useSubmissionKey();
  const busy = upload.share !== undefined;

  const send = async () => {
    // Pressed without a file, it says that one is missing.
    const waiting = choice.chosen.length > 0 ? await ready() : await choice.add();
    if (waiting === undefined) return;
    await upload.run(async ({signal, onProgress}) => {
      for (const [sent, {file, tipo}] of waiting.entries()) {
        const data = {tipo, idTicket: ticket.id, idFilial, idUsuario: session.id};
        const body = new FormData();
        body.append('data', JSON.stringify(data));
        body.append('file', file, file.name);
        try {
          await request(calls.upload, {
            body, signal, headers: {'idempotency-key': submission.keyFor(data, [{file, tipo}])},
            onProgress: share => onProgress((sent + share) / waiting.length),
          });
        } catch (error) {
          submission.refused(error);
          toasts.failed(error);
          throw error;
        } finally {
          void queryClient.invalidateQueries({queryKey: [TICKETS]});
        }
        submission.done();
        // What was sent leaves the list at once: a failure later keeps only the rest.
        choice.replace(waiting.slice(sent + 1));
        toasts.success(messages['added'] ?? '');
      }
    }).catch(() => undefined);
  };

  return (
    <Stack spacing={2}>
      <Box sx={{maxWidth: 420}}>
        <LabelledSelect
          label="Filial"
          name="idFilial"
          // Only the ticket's own is accepted (decisions §7).
          options={[{id: ticket.idFilial, name: ticket.nomeFilial}]}
          value={idFilial}
          problem={noBranch ? messages['noBranch'] : undefined}
          disabled={disabled || busy}
          onChange={id => setIdFilial(typeof id === 'number' ? id : 0)}
        />
      </Box>
      <FilePicker choice={choice} disabled={disabled} submit={{label: 'Enviar arquivo', onClick: () => void send(), busy}} />
    </Stack>
  );
};
