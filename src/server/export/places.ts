/** Who may export now: a person once, a few in all. */
import {Refusal} from '../errors.ts';

/** Files on their way at once. What each holds is small; more would only make all of them slower. */
const MOST = 8;
/** Seconds until another try makes sense. */
const RETRY = 10;

const refused = (message: string): Refusal => new Refusal('LIMITE', message, {retryAfter: RETRY});

interface Places {
  /**
   * Takes the person's place until what is returned is called, once or more often.
   *
   * @throws Refusal LIMITE when they have one, or none is free
   */
  enter(person: number): () => void;
}

export const createPlaces = (): Places => {
  const people = new Set<number>();
  return {
    enter: person => {
      if (people.has(person)) {
        throw refused('Você já tem uma exportação em andamento. Espere que ela termine, ou cancele-a, e tente novamente.');
      }
      if (people.size >= MOST) throw refused('Há muitas exportações em andamento. Aguarde alguns instantes e tente novamente.');
      people.add(person);
      let left = false;
      return () => {
        // Once only: the person may be in again.
        if (!left) people.delete(person);
        left = true;
      };
    },
  };
};
