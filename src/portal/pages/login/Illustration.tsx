/** The drawing beside the form: a file of its own, so that it weighs nothing on the script; its colours come from the page's theme. */
import drawing from './drawing.svg?no-inline';

export const Illustration = () => (
  <svg className="drawing" viewBox="0 0 520 420" role="presentation" focusable="false"><use href={`${drawing}#balcao`} /></svg>
);
