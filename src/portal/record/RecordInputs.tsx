/** The inputs of a `RecordForm`, with what its parts add to them. */
import {useEffect, useEffectEvent, useMemo, useRef, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {useRecordFromLocation} from 'ra-core';
import {useFormState} from 'react-hook-form';
import {useLocation} from 'react-router-dom';
import {madeOf} from '../../schema/fields/calculation.ts';
import {beginning} from '../../schema/fields/defaults.ts';
import {hasParts} from '../../schema/parts.ts';
import {CHILDREN} from '../../schema/paths.ts';
import {fixedCompany, maySee} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Session} from '../../schema/session.ts';
import {MISSING} from '../../schema/lifeCycle/incomplete.ts';
import {carriedBy, formFields, isTold} from '../../schema/lifeCycle/carried.ts';
import {holds, mayWrite} from '../../schema/conditions/fieldConditions.ts';
import {CheckedForm} from '../form/CheckedForm.tsx';
import {DraftKeeper} from '../form/drafts/DraftKeeper.tsx';
import {Missing, missingFrom} from '../form/rules.tsx';
import {FormSections} from '../form/FormSections.tsx';
import {ChangedLine} from '../form/stale/ChangedLine.tsx';
import {formInputs} from '../form/stale/differences.ts';
import {StaleDialog} from '../form/stale/StaleDialog.tsx';
import {UnsavedGuard, useUnsaved} from '../form/UnsavedGuard.tsx';
import {draftNote, unsentFiles} from '../parts/files/useFileChoice.ts';
import {comparedItems, itemsOf, itemValues} from '../parts/template/form.ts';
import {useAbout} from '../session/context.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {RecordFacts} from '../kinds/RecordFacts.tsx';
import {Section} from '../ui/Section.tsx';
import {partViews} from './parts.tsx';
import {useRecordForm} from './useRecordForm.ts';
import {useRecordSave} from './useRecordSave.ts';

/**
 * Every input's first value: the company of who may not choose one (rules: Access 5), a declared default, else nothing. Given to the
 * form itself: react-admin resets a form once after it is drawn, and what an input set by then would be gone.
 */
const openingValues = (config: Config, resource: Resource, session: Session): Record<string, unknown> => {
  const company = fixedCompany(config, session);
  return Object.fromEntries(formFields(resource).map(name => {
    const field = resource.fields[name];
    const isCompany = field?.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id';
    if (isCompany && company !== undefined) return [name, company];
    return [name, field === undefined ? null : beginning(resource.fields, field, session)];
  }));
};

/** A record as the form's values. */
const valuesOf = (resource: Resource, one: Row): Row => {
  const declared = Object.entries(one).filter(([field]) => field in resource.fields);
  return {
    ...Object.fromEntries(declared), id: one.id, versao: one['versao'], [MISSING]: one[MISSING],
    ...itemValues(itemsOf(resource, one) ?? []),
  };
};

/** @param bar the buttons, which are the form's also where they stand elsewhere on the page */
export const RecordInputs = ({bar}: {bar: ReactNode}) => {
  const {turn} = useRecordForm();
  // A new key is a new form: after a save or a reload it shows what the server has, nothing else.
  return <Inputs key={turn} bar={bar} />;
};

const Inputs = ({bar}: {bar: ReactNode}) => {
  const form = useRecordForm();
  const {id, name, record, parent, shown, stale, setStale, draft, writable, files, leaves} = form;
  const {config, resource, session} = useAbout(name);
  const save = useRecordSave(form);
  const {search} = useLocation();
  // Of the address: what it brings is no change that somebody made.
  const given = useRecordFromLocation();
  // A stored one that says something else is asked, to be seen and mended.
  const shared = Object.entries(parent?.shared ?? {}).filter(([field, value]) => shown === undefined || shown[field] === value);
  const without = parent === undefined ? [] : [parent.by, ...shared.map(([field]) => field)];
  // The same one while it says the same: another would draw every input anew.
  const values = useMemo(() => (shown === undefined ? {} : valuesOf(resource, shown)), [resource, shown]);
  // From the start, not by an input's own doing: react-admin resets a form once after it is drawn.
  const opening = shown === undefined
    ? {defaultValues: {...openingValues(config, resource, session), ...given, ...(parent && {...parent.shared, [parent.by]: parent.id})}}
    : {};
  return (
    <CheckedForm id={id} record={values} {...opening} onSubmit={save}>
      {record && shown && stale === undefined && (
        <ChangedLine name={name} record={record} shown={shown} onSee={() => setStale('')} />
      )}
      <Watch />
      {shown && writable && missingFrom(shown).length > 0 && <Missing record={shown} />}
      {writable && (
        <DraftKeeper
          form={draft}
          fields={resource.fields}
          note={draftNote(files.choice)}
          reading={files.choice.reading}
          onDiscard={() => files.choice.clear()}
        />
      )}
      {hasParts(resource) ? (
        <Stack spacing={2}>
          <RecordFields without={without} />
          {partViews(resource, session.perfil, record === undefined ? undefined : 'form')
            .map(([key, {InForm}]) => InForm && <InForm key={key} {...form} />)}
        </Stack>
      ) : <FormSections resource={name} without={without} />}
      {bar}
      {/* The router asks one question at a time, and over the form it is the modal's. */}
      {(leaves !== undefined || !new URLSearchParams(search).has(CHILDREN)) && (
        <UnsavedGuard also={unsentFiles(files.choice)} leaves={leaves} onLeave={form.forget} />
      )}
      {stale !== undefined && shown && (
        <StaleDialog
          name={name}
          message={stale}
          mine={shown}
          by={parent?.by}
          inputs={[
            ...formInputs(resource, shown, session),
            ...comparedItems(config, itemsOf(resource, shown) ?? [], session),
          ]}
          valuesOf={one => valuesOf(resource, one)}
          onReload={form.take}
          onClose={() => setStale(undefined)}
        />
      )}
    </CheckedForm>
  );
};

/** Tells what becomes of the form around it. */
const Watch = () => {
  const {record, stale, turn, setDirty, follow, refused, onShown} = useRecordForm();
  const {submitCount} = useFormState();
  const {unsaved, isSubmitting} = useUnsaved();
  useEffect(() => {
    if (!isSubmitting) setDirty(unsaved);
  }, [unsaved, isSubmitting, setDirty]);
  // With something typed, the form's own `versao` lets the server see the conflict. In the middle of a submit, a form that is
  // filled anew would forget it without a word.
  const idle = useEffectEvent(follow);
  useEffect(() => {
    if (record !== undefined && stale === undefined && !unsaved && !isSubmitting) idle(record);
  }, [unsaved, isSubmitting, record, stale]);
  // A submit that saved has told so itself; any other ends here, also one that was not valid.
  const ended = useEffectEvent(refused);
  useEffect(() => {
    if (submitCount > 0) ended();
  }, [submitCount]);
  const mark = useRef<HTMLSpanElement>(null);
  const shown = useEffectEvent((element: HTMLFormElement) => onShown?.(element, turn > 0));
  useEffect(() => {
    const element = mark.current?.closest('form');
    if (element) shown(element);
  }, []);
  return <span ref={mark} hidden />;
};

/**
 * The declared fields of a record with parts, by their sections: inputs where they may be changed. What is fixed is text, by the names the
 * record carries, so that no combo is asked for it.
 *
 * @param without fields the place already answers
 */
const RecordFields = ({without}: {without: readonly string[]}) => {
  const {name, shown, writable} = useRecordForm();
  const {config, resource, session} = useAbout(name);
  const open = (field: string): boolean => {
    const declared = resource.fields[field];
    if (shown === undefined || !writable || declared === undefined) return shown === undefined;
    return madeOf(declared) !== undefined || mayWrite(declared, {resource, record: shown, session});
  };
  const fixed = formFields(resource).filter(field => !without.includes(field) && !open(field));
  const told = (names: readonly string[]) => {
    const fields = names.filter(field => {
      const declared = fixed.includes(field) ? resource.fields[field] : undefined;
      return declared !== undefined && isTold(declared) && maySee(declared, session.perfil)
        && holds(declared.visible, {resource, record: shown ?? {}, session});
    });
    if (shown === undefined || fields.length === 0) return null;
    const carried = fields.map(field => carriedBy(config, resource, field));
    return <Box sx={{'&:not(:has(+ :empty))': {mb: 2}}}><RecordFacts name={name} fields={carried} record={shown} /></Box>;
  };
  return <Section title="Identificação"><FormSections resource={name} without={[...without, ...fixed]} told={told} /></Section>;
};
