/** The input of an action's ask; a long text offers saved replies (rules: Replies 2). */
import {useRef, useState, type ComponentProps} from 'react';
import ReplyIcon from '@mui/icons-material/QuickreplyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {flushSync} from 'react-dom';
import {hasReplies, isLongText} from '../../../schema/lists/savedReplies.ts';
import {listPlaceholders} from '../../../schema/words/messages.ts';
import {FieldInput} from '../../fields/FieldInput.tsx';
import {useConfig, useSession} from '../../session/context.ts';
import {MOD_PREFIX} from '../../shortcuts/keyName.ts';
import {frontContainer} from '../../shortcuts/handleShortcut.ts';
import {useRegisterShortcut} from '../../shortcuts/registry.ts';
import {TOUCH_SCREEN} from '../../theme/tokens.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import type {ReplyTarget} from './ReplyDialog.tsx';

const ReplyDialog = lazyComponent(async () => (await import('./ReplyDialog.tsx')).ReplyDialog);

const LABEL = 'Respostas prontas';
/** Marks the element around a long text and its button. */
const REPLY_AREA = {'data-respostas': ''};
const REPLY_AREA_SELECTOR = '[data-respostas]';

/** Presses the replies button of the focused text, or of the first text in the front layer. @returns whether there is one */
const openReplies = (): boolean => {
  const place = document.activeElement?.closest(REPLY_AREA_SELECTOR) ?? frontContainer()?.querySelector(REPLY_AREA_SELECTOR);
  const button = place?.querySelector('button');
  button?.click();
  return button !== null && button !== undefined;
};

/** Inserts a text at the cursor as if typed, and selects the first placeholder without a value, so that typing replaces it. */
const insertAtCursor = (input: HTMLTextAreaElement, text: string): void => {
  const at = input.selectionEnd;
  input.focus();
  input.setRangeText(text, at, at, 'end');
  input.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertText', data: text}));
  const [placeholder] = listPlaceholders(text).map(name => `{${name}}`);
  if (placeholder === undefined) return;
  const start = at + text.indexOf(placeholder);
  input.setSelectionRange(start, start + placeholder.length);
};

interface AskedInputProps extends ComponentProps<typeof FieldInput> {
  about: ReplyTarget['about'];
}

export const AskInput = ({about, ...input}: AskedInputProps) => {
  const config = useConfig();
  const {perfil} = useSession();
  const {field} = input;
  if (!isLongText(field) || !('maxLength' in field) || !hasReplies(config, perfil)) return <FieldInput {...input} />;
  return <WithReplies about={about} limit={field.maxLength} input={input} />;
};

interface WithRepliesProps extends Omit<ReplyTarget, 'typed'> {
  input: ComponentProps<typeof FieldInput>;
}

const WithReplies = ({about, limit, input}: WithRepliesProps) => {
  const place = useRef<HTMLDivElement>(null);
  /** undefined: the dialog was never opened. */
  const [open, setOpen] = useState<boolean>();
  useRegisterShortcut(`${MOD_PREFIX}.`, LABEL, openReplies, true, 'form');
  const textarea = (): HTMLTextAreaElement | null | undefined => place.current?.querySelector<HTMLTextAreaElement>('textarea[name]');
  const insert = (text: string): void => {
    // The dialog must release the focus first.
    flushSync(() => setOpen(false));
    const element = textarea();
    if (element) insertAtCursor(element, text);
  };
  return (
    <Box
      ref={place}
      {...REPLY_AREA}
      // Hidden together with its text.
      sx={{minWidth: 0, position: 'relative', '&:not(:has(textarea))': {display: 'none'}, '& label': {pr: '11rem'}}}
    >
      {/* Beside the label, and before the text, because Tab leads from the text to the files. */}
      <Button
        size="small"
        color="inherit"
        startIcon={<ReplyIcon />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+. Meta+."
        sx={{position: 'absolute', zIndex: 1, top: -6, right: 0, color: 'text.secondary', [TOUCH_SCREEN]: {top: -18}}}
        onClick={() => setOpen(true)}
      >
        {LABEL}
      </Button>
      <FieldInput {...input} />
      {open !== undefined && (
        <ReplyDialog
          open={open}
          target={{about, limit, typed: () => textarea()?.value ?? ''}}
          onInsert={insert}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  );
};
