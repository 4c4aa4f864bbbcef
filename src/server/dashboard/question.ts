/** Who asks the dashboard, and about which records. */
import type {Actor, Context} from '../context.ts';
import type {PlaceAsked} from './asked.ts';
import type {Subject} from './subject.ts';

export interface Question {
  context: Context;
  subject: Subject;
  actor: Actor;
  place: PlaceAsked;
}
