/** Shape of a moment counted from a start. */
import * as z from 'zod';
import {MAX_MOMENT_AMOUNT, momentSigns, momentUnits} from './momentParts.ts';
import {nameShape} from './nameShapes.ts';

export const momentShape = z.tuple([
  nameShape('start'), z.enum(momentSigns), z.union([nameShape('amount'), z.int().min(0).max(MAX_MOMENT_AMOUNT)]), z.enum(momentUnits),
]).readonly();
