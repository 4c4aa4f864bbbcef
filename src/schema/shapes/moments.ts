/** Shape of a moment counted from a start. */
import * as z from 'zod';
import {nameShape} from './nameShapes.ts';

export const momentUnits = ['dias', 'horas', 'dias úteis', 'horas úteis'] as const;
export type MomentUnit = (typeof momentUnits)[number];

export const momentSigns = ['+', '-'] as const;
/** Largest amount of a moment. A larger one in a field leaves the moment empty. */
export const MAX_MOMENT_AMOUNT = 99_999;

export const momentShape = z.tuple([
  nameShape('start'), z.enum(momentSigns), z.union([nameShape('amount'), z.int().min(0).max(MAX_MOMENT_AMOUNT)]), z.enum(momentUnits),
]).readonly();
