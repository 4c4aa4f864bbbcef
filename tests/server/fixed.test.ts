// SQL that is kept as text says what it said, and never holds anybody's values.
import {sql} from 'kysely';
import {expect, test} from 'vitest';
import {precompile} from '../../src/server/db/staticSql.ts';

test('a piece without values is its text', () => {
  const piece = precompile(sql`${sql.join([sql.ref('t.id'), sql`${sql.ref('t.nome')} as ${sql.ref('o "nome"')}`])}`);
  expect(piece.toOperationNode()).toEqual(sql.raw('"t"."id", "t"."nome" as "o ""nome"""').toOperationNode());
});

test('one with a value is refused', () => {
  expect(() => precompile(sql`id = ${7}`)).toThrow('SQL with values cannot be kept: id = $1');
});
