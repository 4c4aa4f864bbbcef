// What the check takes for the product's own is what the product makes: tables of its migrations, routes of its server.
import {readdir, readFile} from 'node:fs/promises';
import {expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {PRODUCT_USER_FIELDS, PRODUCT_TABLES} from '../../src/schema/check/tables.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {partTable, toSnakeCase, tableOf} from '../../src/schema/databaseNames.ts';
import {listParts} from '../../src/schema/parts.ts';

const FOLDER = 'src/server/db/migrations';
const script = async (): Promise<string> =>
  (await Promise.all((await readdir(FOLDER)).toSorted().map(name => readFile(`${FOLDER}/${name}`, 'utf8')))).join('\n');

it('knows every table that the migrations leave', async () => {
  const text = await script();
  const dropped = [...text.matchAll(/^drop table (\w+)/gm)].map(match => match[1]);
  const made = [...text.matchAll(/^create table (\w+)/gm)].flatMap(match => (dropped.includes(match[1]) ? [] : [match[1] ?? '']));
  const {resources}: Config = config;
  const declared = Object.entries(resources).flatMap(([name, resource]) => {
    const table = tableOf(name);
    return [table, ...listParts(resource).map(part => partTable(name, part.name))];
  });
  expect(made.filter(table => ![...declared, ...PRODUCT_TABLES].includes(table))).toEqual([]);
  expect(made).toContain('historico');
});

it('knows every column of users that no field describes', async () => {
  const {resources: {usuarios}}: Config = config;
  const [, table = ''] = /create table usuarios \((.*?)^\);/ms.exec(await script()) ?? [];
  const added = [...(await script()).matchAll(/^alter table usuarios add column (\w+) (?!.* generated )/gm)].map(match => match[1] ?? '');
  const columns = [...[...table.matchAll(/^ {2}(\w+) (?:integer|boolean|text|timestamptz)/gm)].map(match => match[1] ?? ''), ...added];
  const known = [
    'id', 'versao', 'data_criacao', 'senha_hash', ...[...Object.keys(usuarios?.fields ?? {}), ...PRODUCT_USER_FIELDS].map(toSnakeCase),
  ];
  expect(columns).toEqual(expect.arrayContaining(['token_versao', 'avisos_email']));
  expect(columns.filter(column => !known.includes(column))).toEqual([]);
});
