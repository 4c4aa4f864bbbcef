/** A value as people read it (rules: Fields 2, 3): São Paulo dates, masked documents and telephones, badges; a dash for an empty one. */
import type {ReactNode} from 'react';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import {useReference} from 'ra-core';
import {asAttachedFile} from '../../schema/fields/fileKind.ts';
import type {Field, FieldOf, Kind} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {formatTitle} from '../../schema/fields/recordTitle.ts';
import {isSafeLink} from '../../schema/fields/text.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {EMPTY_VALUE} from '../../schema/words/messages.ts';
import {useResource} from '../session/context.ts';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {useFixedListOptions} from './options.ts';
import {StatusBadge} from './StatusBadge.tsx';

interface FieldValueProps {
  field: Field;
  value: unknown;
  record?: RecordValues | undefined;
  /** True inside a link, which must not contain another one. */
  linked?: boolean;
}
interface ValueProps<F> extends FieldValueProps {
  field: F & Field;
}

const Plain = ({field, value}: ValueProps<Field>): ReactNode => kindRuleOf(field).format(value, field) || EMPTY_VALUE;

const Choice = ({field, value, record}: ValueProps<FieldOf<'escolha'>>): ReactNode => {
  const choice = field.choices.find(candidate => candidate.id === value);
  if (choice?.tone) return <StatusBadge choice={choice} />;
  const storedName = field.nameAs === undefined ? undefined : record?.[field.nameAs];
  return choice?.name ?? (typeof storedName === 'string' && storedName !== '' ? storedName : EMPTY_VALUE);
};

const ListRow = ({field, value}: ValueProps<FieldOf<'lista'>>): ReactNode =>
  useFixedListOptions(field.list).find(row => row.id === value)?.name ?? (typeof value === 'string' && value !== '' ? value : EMPTY_VALUE);

/** The referenced record's title; many references on a page are one request (`getMany`). */
const Reference = ({field, value}: ValueProps<FieldOf<'referencia'>>): ReactNode => {
  const id = typeof value === 'number' && value > 0 ? value : undefined;
  const resource = useResource(field.to);
  const {referenceRecord} = useReference<Record<string, unknown> & {id: number}>({
    reference: field.to, id: id as number, options: {enabled: id !== undefined},
  });
  return (referenceRecord && formatTitle(resource, referenceRecord)) || (id ?? EMPTY_VALUE);
};

/** Opens in a new tab, without opener and referrer. An unsafe address from another server is shown as text. */
const Address = ({field, value, linked}: ValueProps<FieldOf<'url'>>): ReactNode => {
  const address = kindRuleOf(field).format(value, field);
  if (linked === true || !isSafeLink(address)) return address || EMPTY_VALUE;
  return <Link href={address} target="_blank" rel="noopener noreferrer" sx={{overflowWrap: 'anywhere'}}>{address}</Link>;
};

const FileLink = lazyComponent(async () => (await import('./files/FileLink.tsx')).FileLink, undefined, <Skeleton width={96} />);
const Attachment = ({field, value, linked}: ValueProps<FieldOf<'arquivo'>>): ReactNode => {
  const file = linked === true ? undefined : asAttachedFile(value);
  return file === undefined ? kindRuleOf(field).format(value, field) || EMPTY_VALUE : <FileLink file={file} />;
};

const valueComponents: {[K in Kind]?: (props: ValueProps<FieldOf<K>>) => ReactNode} = {
  escolha: Choice, lista: ListRow, referencia: Reference, url: Address, arquivo: Attachment,
};

/** Tells whether a kind needs its own component to be read. */
export const hasOwnComponent = ({kind}: Field): boolean => kind !== 'escolha' && kind in valueComponents;

export const FieldValue = (props: FieldValueProps) => {
  const Value = (valueComponents[props.field.kind] ?? Plain) as (props: ValueProps<Field>) => ReactNode;
  return <Value {...props} />;
};
