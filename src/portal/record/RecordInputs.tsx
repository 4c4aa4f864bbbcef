/** The inputs of a `RecordForm`, with those of its parts. */
import {useEffect, useEffectEvent, useMemo, useRef, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {useRecordFromLocation} from 'ra-core';
import {useFormState} from 'react-hook-form';
import {useLocation} from 'react-router-dom';
import {calculationOf} from '../../schema/fields/calculation.ts';
import {initialFieldValue} from '../../schema/fields/defaults.ts';
import {hasParts} from '../../schema/parts.ts';
import {CHILDREN_PARAM} from '../../schema/paths.ts';
import {requiredCompany, maySee} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Session} from '../../schema/session.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {referenceNameField, formFields, canShowAsText} from '../../schema/lifeCycle/detailFields.ts';
import {holdsOnFormRecord, mayWrite} from '../../schema/conditions/fieldConditions.ts';
import {CheckedForm} from '../form/CheckedForm.tsx';
import {DraftKeeper} from '../form/drafts/DraftKeeper.tsx';
import {MarkMissingFields, missingFieldsOf} from '../form/formRules.tsx';
import {FormSections} from '../form/FormSections.tsx';
import {ChangedMeanwhileNotice} from '../form/stale/ChangedMeanwhileNotice.tsx';
import {formInputs} from '../form/stale/differences.ts';
import {StaleDialog} from '../form/stale/StaleDialog.tsx';
import {UnsavedGuard, useUnsavedChanges} from '../form/UnsavedGuard.tsx';
import {draftFilesNote, unsentFilesText} from '../parts/files/useFileChoice.ts';
import {listComparedItems, recordItems, itemValues} from '../parts/template/templateForm.ts';
import {useResourceAndSession} from '../session/context.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {RecordFacts} from '../fields/RecordFacts.tsx';
import {Section} from '../ui/Section.tsx';
import {partViews} from './partViews.tsx';
import {useRecordForm} from './useRecordForm.ts';
import {useRecordSave} from './useRecordSave.ts';

/**
 * Initial values of a new record: a fixed company (rules: Access 5), a declared default, else null. Default values of the form, because
 * react-admin resets a form after mount and would drop values set by inputs.
 */
const openingValues = (config: Config, resource: Resource, session: Session): Record<string, unknown> => {
  const company = requiredCompany(config, session);
  return Object.fromEntries(formFields(resource).map(name => {
    const field = resource.fields[name];
    const isCompany = field?.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id';
    if (isCompany && company !== undefined) return [name, company];
    return [name, field === undefined ? null : initialFieldValue(resource.fields, field, session)];
  }));
};

const formValues = (resource: Resource, row: Row): Row => {
  const declared = Object.entries(row).filter(([field]) => field in resource.fields);
  return {
    ...Object.fromEntries(declared), id: row.id, versao: row['versao'], [MISSING_FIELDS_KEY]: row[MISSING_FIELDS_KEY],
    ...itemValues(recordItems(resource, row) ?? []),
  };
};

/** @param bar buttons of the form; a React portal may draw them elsewhere */
export const RecordInputs = ({bar}: {bar: ReactNode}) => {
  const {turn} = useRecordForm();
  // A new key makes a new form with the server's values after a save or reload.
  return <Inputs key={turn} bar={bar} />;
};

const Inputs = ({bar}: {bar: ReactNode}) => {
  const form = useRecordForm();
  const {id, name, record, parent, shown, stale, setStale, draft, writable, files, isLeavingModal} = form;
  const {config, resource, session} = useResourceAndSession(name);
  const save = useRecordSave(form);
  const {search} = useLocation();
  // Values of the address are no changes.
  const addressValues = useRecordFromLocation();
  // A stored value that differs from the parent's is shown, so that it can be corrected.
  const shared = Object.entries(parent?.shared ?? {}).filter(([field, value]) => shown === undefined || shown[field] === value);
  const without = parent === undefined ? [] : [parent.by, ...shared.map(([field]) => field)];
  // Memoised, because another object would redraw every input.
  const values = useMemo(() => (shown === undefined ? {} : formValues(resource, shown)), [resource, shown]);
  // Default values, because react-admin resets a form after mount.
  const opening = shown === undefined
    ? {defaultValues: {
      ...openingValues(config, resource, session), ...addressValues, ...(parent && {...parent.shared, [parent.by]: parent.id}),
    }}
    : {};
  return (
    <CheckedForm id={id} record={values} {...opening} onSubmit={save}>
      {record && shown && stale === undefined && (
        <ChangedMeanwhileNotice name={name} record={record} formRecord={shown} onCompare={() => setStale('')} />
      )}
      <Watch />
      {shown && writable && missingFieldsOf(shown).length > 0 && <MarkMissingFields record={shown} />}
      {writable && (
        <DraftKeeper
          form={draft}
          fields={resource.fields}
          note={draftFilesNote(files.choice)}
          isNoteLoading={files.choice.reading}
          onDiscard={() => files.choice.clear()}
        />
      )}
      {hasParts(resource) ? (
        <Stack spacing={2}>
          <RecordFields without={without} />
          {partViews(resource, session.perfil, record === undefined ? undefined : 'form')
            .map(([key, {InForm}]) => InForm && <InForm key={key} {...form} />)}
        </Stack>
      ) : <FormSections resource={name} excludedFields={without} />}
      {bar}
      {/* The router can block for one guard at a time; a child's modal over the form has its own. */}
      {(isLeavingModal !== undefined || !new URLSearchParams(search).has(CHILDREN_PARAM)) && (
        <UnsavedGuard alsoUnsaved={unsentFilesText(files.choice)} isLeaving={isLeavingModal} onLeave={form.discardDraft} />
      )}
      {stale !== undefined && shown && (
        <StaleDialog
          name={name}
          message={stale}
          loadedRecord={shown}
          parentField={parent?.by}
          inputs={[
            ...formInputs(resource, shown, session),
            ...listComparedItems(config, recordItems(resource, shown) ?? [], session),
          ]}
          valuesOf={row => formValues(resource, row)}
          onReload={form.replaceValues}
          onClose={() => setStale(undefined)}
        />
      )}
    </CheckedForm>
  );
};

const Watch = () => {
  const {record, stale, turn, setDirty, showNewerVersion, onSubmitFailed, onShown} = useRecordForm();
  const {submitCount} = useFormState();
  const {unsaved, isSubmitting} = useUnsavedChanges();
  useEffect(() => {
    if (!isSubmitting) setDirty(unsaved);
  }, [unsaved, isSubmitting, setDirty]);
  // An edited form keeps its own `versao`, so that the server detects the conflict.
  // A form that is filled anew during a submit would lose it silently.
  const followLatest = useEffectEvent(showNewerVersion);
  useEffect(() => {
    if (record !== undefined && stale === undefined && !unsaved && !isSubmitting) followLatest(record);
  }, [unsaved, isSubmitting, record, stale]);
  // Ends every submit that did not save, also an invalid one.
  const onSubmitEnd = useEffectEvent(onSubmitFailed);
  useEffect(() => {
    if (submitCount > 0) onSubmitEnd();
  }, [submitCount]);
  const mark = useRef<HTMLSpanElement>(null);
  const onFormShown = useEffectEvent((element: HTMLFormElement) => onShown?.(element, turn > 0));
  useEffect(() => {
    const element = mark.current?.closest('form');
    if (element) onFormShown(element);
  }, []);
  return <span ref={mark} hidden />;
};

/**
 * The fields of a record with parts, by section: inputs where editable, else text with the names that the record carries, which needs no
 * options request.
 *
 * @param without fields that the parent determines
 */
const RecordFields = ({without}: {without: readonly string[]}) => {
  const {name, shown, writable} = useRecordForm();
  const {config, resource, session} = useResourceAndSession(name);
  const isOpen = (field: string): boolean => {
    const declared = resource.fields[field];
    if (shown === undefined || !writable || declared === undefined) return shown === undefined;
    return calculationOf(declared) !== undefined || mayWrite(declared, {resource, record: shown, session});
  };
  const fixed = formFields(resource).filter(field => !without.includes(field) && !isOpen(field));
  const fixedFacts = (names: readonly string[]) => {
    const fields = names.filter(field => {
      const declared = fixed.includes(field) ? resource.fields[field] : undefined;
      return declared !== undefined && canShowAsText(declared) && maySee(declared, session.perfil)
        && holdsOnFormRecord(declared.visible, {resource, record: shown ?? {}, session});
    });
    if (shown === undefined || fields.length === 0) return null;
    const carried = fields.map(field => referenceNameField(config, resource, field));
    return <Box sx={{'&:not(:has(+ :empty))': {mb: 2}}}><RecordFacts name={name} fields={carried} record={shown} /></Box>;
  };
  return (
    <Section title="Identificação">
      <FormSections resource={name} excludedFields={[...without, ...fixed]} renderNotes={fixedFacts} />
    </Section>
  );
};
