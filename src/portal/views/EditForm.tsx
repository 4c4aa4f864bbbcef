/**
 * The form of an existing record with what its parts add to it. What a person types or chooses is never overwritten by what
 * arrives meanwhile.
 */
import {useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref} from 'react';
import {useLocation} from 'react-router-dom';
import Stack from '@mui/material/Stack';
import {Form} from 'ra-core';
import {createPortal, flushSync} from 'react-dom';
import {useFormState} from 'react-hook-form';
import {fill} from '../../schema/messages.ts';
import {itemsKey} from '../../schema/parts.ts';
import {apiOf} from '../../schema/paths.ts';
import type {Values} from '../../schema/validate.ts';
import {savingOf, type Verdict} from '../../schema/workflow.ts';
import {asksForChildren, ChildSections} from '../children/ChildSections.tsx';
import {DraftKeeper, useDraftPlace} from '../form/drafts/DraftKeeper.tsx';
import {dropDraft, forgetDraft} from '../form/drafts/store.ts';
import {FirstError, SAVED_TOGETHER} from '../form/FirstError.tsx';
import {FormBar} from '../form/FormBar.tsx';
import {ChangedLine, versionOf} from '../form/stale/ChangedLine.tsx';
import {formInputs} from '../form/stale/differences.ts';
import {StaleDialog} from '../form/stale/StaleDialog.tsx';
import {UnsavedGuard, useUnsaved} from '../form/UnsavedGuard.tsx';
import {useOnce} from '../form/useOnce.ts';
import {UploadProgress} from '../parts/files/UploadProgress.tsx';
import {draftNote, unsentFiles} from '../parts/files/unsent.ts';
import type {AddedFiles} from '../parts/files/useAddedFiles.ts';
import {useSendRecord} from '../parts/files/useSendRecord.ts';
import {useUpload, type Upload} from '../parts/files/useUpload.ts';
import {answersOf, comparedItems, itemsOf, itemValues, notSaved} from '../parts/template/form.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useToasts} from '../toasts/index.ts';
import {useWayBack} from '../ui/place/useWayBack.ts';
import {bodyOfError} from '../wire/errors.ts';
import {justAnswered, useChanged, useRemember} from '../wire/known.ts';
import {carriedOf} from '../wire/payload.ts';
import {toBody} from '../wire/providers/body.ts';
import type {Row} from '../wire/providers/dialects.ts';
import type {ActionRecord} from '../wire/verdict.ts';
import {Identification} from './Identification.tsx';
import {partViews} from './parts.tsx';
import {TwoColumns} from './TwoColumns.tsx';

/** What others may ask of the form. */
export interface Saver {
  /** As Salvar does; resolves the record as it is stored then, undefined where it was not saved, which the form says. */
  save(): Promise<Row | undefined>;
}

interface Props {
  /** The resource's name. */
  name: string;
  record: Row;
  /** Whether it may be saved now, and why not. */
  verdict: Verdict;
  /** Whether its inputs are inputs: also while something is typed in them that cannot be saved any more. */
  writable: boolean;
  files: AddedFiles;
  situation: ReactNode;
  /** Another button is the next thing to do, until something is typed. */
  quiet: boolean;
  /** What comes before anything else is done to the record. */
  before: () => Promise<ActionRecord | undefined>;
  onDirty: (dirty: boolean) => void;
  /** Fetches the record again; undefined where that failed. */
  onReload: () => Promise<Row | undefined>;
  ref: Ref<Saver>;
}

export const EditForm = ({name, record, situation, before, onDirty, ref, ...rest}: Props) => {
  const {perfil} = useSession();
  const resource = useResource(name);
  const upload = useUpload();
  const [shown, setShown] = useState(record);
  const [stale, setStale] = useState<string>();
  const [turn, setTurn] = useState(0);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const place = useDraftPlace(`${name}.${record.id}`);
  const waiting = useRef<(saved: Row | undefined) => void>(undefined);
  const id = useId();
  const follow = (latest: Row, undecided: string | undefined) => {
    if (undecided === undefined && versionOf(latest) >= versionOf(shown)) setShown(latest);
  };

  const settle = (saved: Row | undefined) => {
    waiting.current?.(saved);
    waiting.current = undefined;
  };
  useImperativeHandle(ref, () => ({
    save: () => new Promise(resolve => {
      settle(undefined);
      waiting.current = resolve;
      (document.getElementById(id) as HTMLFormElement | null)?.requestSubmit();
    }),
  }));
  const take = (fresh: Row) => {
    dropDraft(place);
    setStale(undefined);
    onDirty(false);
    setShown(fresh);
    setTurn(turn + 1);
    settle(fresh);
  };
  const sheet = (
    // A new key is a new form: after a save or a reload it shows what the server has, nothing else.
    <Sheet
      key={turn}
      {...rest}
      id={id}
      name={name}
      record={record}
      shown={shown}
      again={turn > 0}
      foot={foot}
      stale={stale}
      upload={upload}
      before={before}
      onStale={setStale}
      onTake={take}
      onDirty={onDirty}
      onIdle={follow}
      onRefused={() => settle(undefined)}
    />
  );
  const {verdict, files} = rest;
  const part = {name, record, shown, allowed: verdict.allowed || unsentFiles(files.choice) !== undefined, files, upload, before};
  return (
    <div {...SAVED_TOGETHER}>
      <TwoColumns
        situation={situation}
        form={<>{sheet}<ChildSections name={name} record={record} /></>}
        beside={partViews(resource, perfil, true).map(([key, {Edit}]) => <Edit key={key} {...part} />)}
      />
      {/* No box of its own: the bar stays in view along the whole page. */}
      <div ref={setFoot} style={{display: 'contents'}} />
    </div>
  );
};

interface SheetProps extends Omit<Props, 'ref' | 'situation'> {
  id: string;
  /** What the form was filled from; the record may be ahead of it. */
  shown: Row;
  /** Takes the place of a form that was saved or given up. */
  again: boolean;
  upload: Upload;
  /** Where the bar stands. */
  foot: HTMLElement | null;
  /** The server's sentence on somebody else's change. */
  stale: string | undefined;
  onStale: (message: string | undefined) => void;
  onTake: (fresh: Row) => void;
  /** Nothing is typed and nothing on its way: the form may show another version of the record. */
  onIdle: (record: Row, stale: string | undefined) => void;
  onRefused: () => void;
}

const Sheet = (props: SheetProps) => {
  const {id, name, record, shown, again, verdict, writable, files, upload, before, foot, stale, quiet} = props;
  const {onStale, onTake, onDirty, onIdle, onRefused, onReload} = props;
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const toasts = useToasts();
  const remember = useRemember(name);
  const changed = useChanged();
  const covered = asksForChildren(useLocation().search);
  const way = useWayBack(name, record.id);
  const form = `${name}.${shown.id}`;
  const place = useDraftPlace(form);
  const send = useSendRecord(resource, upload, place);
  const items = itemsOf(resource, shown) ?? [];
  const unsent = unsentFiles(files.choice);
  const busy = upload.share !== undefined;

  /** A record as the form's values. */
  const valuesOf = (one: Row): Row => {
    const declared = Object.entries(one).filter(([field]) => field in resource.fields);
    return {...Object.fromEntries(declared), id: one.id, versao: one['versao'], ...itemValues(itemsOf(resource, one) ?? [])};
  };

  const reread = async () => {
    const read = await onReload();
    justAnswered(read);
    return read;
  };
  const submit = useOnce(async (values: Values) => {
    const ready = await files.ready();
    if (ready === undefined) return notSaved(resource);
    const answers = answersOf(config, items, values, session);
    const frozen = resource.template === undefined ? {} : {[itemsKey(resource)]: answers};
    // The form's own version: a draft has that of the record it was typed on.
    const data = {...carriedOf(resource, shown), ...toBody(resource, values), idUsuario: session.id, ...frozen};
    try {
      const answer = await send(apiOf(name, resource).update ?? `PUT ${name}/:id`, {params: {id: shown.id}, data, files: ready});
      if (answer === undefined) {
        changed(name);
        return notSaved(resource);
      }
      toasts.success(fill(resource.messages.updated, {id: shown.id}));
      // Where it is not answered and cannot be read again, as far as it is known.
      const sent = resource.template === undefined ? {} : {[itemsKey(resource)]: items.map((item, at) => ({...item, ...answers[at]}))};
      const known = (await remember(shown, answer.body)) ?? (await reread());
      const fresh = known ?? {...shown, ...toBody(resource, values), ...sent, ...answer.body};
      files.choice.clear();
      changed(name, {id: shown.id});
      onTake(fresh);
    } catch (error) {
      changed(name);
      const {codigo, message = '', campos} = bodyOfError(error);
      if (codigo === 'VERSAO') onStale(message);
      else toasts.failed(error);
      return notSaved(resource, campos);
    }
    return undefined;
  });

  return (
    <Form id={id} record={valuesOf(shown)} onSubmit={submit} disableInvalidFormNotification noValidate>
      {stale === undefined && <ChangedLine name={name} record={record} shown={shown} onSee={() => onStale('')} />}
      <FormWatch record={record} stale={stale} onDirty={onDirty} onIdle={onIdle} onRefused={onRefused} />
      {writable && (
        <DraftKeeper form={form} fields={resource.fields} note={draftNote(files.choice)} onDiscard={() => files.choice.clear()} />
      )}
      <Stack spacing={2}>
        <Identification name={name} record={shown} allowed={writable} />
        {partViews(resource, session.perfil, false).map(([key, {Edit}]) => (
          <Edit key={key} {...{name, record, shown, allowed: writable, files, upload, before}} />
        ))}
      </Stack>
      <FirstError />
      {foot && createPortal(
        <FormBar
          way={way}
          form={id}
          label={savingOf(resource)?.[1].label}
          refused={verdict.allowed ? undefined : verdict.reason}
          busy={busy || files.choice.checking}
          focused={again}
          quiet={quiet && unsent === undefined}
          wide
        >
          {/* No Cancelar here: above the form a button of that name may cancel the record. */}
          {upload.share === undefined ? null : <UploadProgress share={upload.share} onCancel={() => upload.cancel()} />}
        </FormBar>,
        foot,
      )}
      {/* The router asks one question at a time, and over the form it is the modal's. */}
      {!covered && (
        <UnsavedGuard
          also={unsent}
          onLeave={() => {
            upload.cancel();
            // At once: the draft would be kept again with the files.
            flushSync(() => files.choice.clear());
            forgetDraft(place);
          }}
        />
      )}
      {stale !== undefined && (
        <StaleDialog
          name={name}
          message={stale}
          mine={shown}
          form={{
            inputs: [...formInputs(resource, {session, mode: 'update', self: false}), ...comparedItems(config, items, session)],
            valuesOf: stored => valuesOf(stored as Row),
          }}
          onReload={stored => onTake(stored as Row)}
          onClose={() => onStale(undefined)}
        />
      )}
    </Form>
  );
};

type WatchProps = Pick<SheetProps, 'record' | 'stale' | 'onDirty' | 'onIdle' | 'onRefused'>;

const FormWatch = ({record, stale, onDirty, onIdle, onRefused}: WatchProps) => {
  const {submitCount} = useFormState();
  const {unsaved, isSubmitting} = useUnsaved();
  useEffect(() => {
    if (!isSubmitting) onDirty(unsaved);
  }, [unsaved, isSubmitting, onDirty]);
  // With something typed, the form's own `versao` lets the server see the conflict. In the middle of a submit, a form that is
  // filled anew would forget it without a word.
  const idle = useEffectEvent(onIdle);
  useEffect(() => {
    if (!unsaved && !isSubmitting) idle(record, stale);
  }, [unsaved, isSubmitting, record, stale]);
  // A submit that saved has told so itself; any other ends here, also one that was not valid.
  const ended = useEffectEvent(onRefused);
  useEffect(() => {
    if (submitCount > 0) ended();
  }, [submitCount]);
  return null;
};
