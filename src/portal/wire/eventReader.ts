/**
 * Server-sent events out of the pieces in which they come, as the HTML standard parses them:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */

export interface EventSink {
  /** One event: its name (`message` where it has none) and its lines of data, joined. */
  onEvent: (name: string, data: string) => void;
  /** Milliseconds to wait before the stream is opened again, as the server asks. */
  onRetry?: (milliseconds: number) => void;
}

const LINE_END = /\r\n|\r|\n/;
const DIGITS = /^\d+$/;

/** @returns takes the next piece of the stream's text, whatever it is cut through; an event without its empty line is none */
export const makeEventReader = ({onEvent, onRetry}: EventSink): ((piece: string) => void) => {
  let rest = '';
  let begun = false;
  let afterReturn = false;
  let name = '';
  let data: string[] = [];

  const tell = (): void => {
    if (data.length > 0) onEvent(name || 'message', data.join('\n'));
    name = '';
    data = [];
  };
  const take = (line: string): void => {
    if (line === '') {
      tell();
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
    if (field === 'retry' && DIGITS.test(value)) onRetry?.(Number(value));
  };

  return piece => {
    // A line that ended in a lone CR, so far, ended there: its LF may be what comes next.
    let text = afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') afterReturn = piece.endsWith('\r');
    if (!begun && text !== '') {
      begun = true;
      text = text.replace(/^\uFEFF/, '');
    }
    const lines = (rest + text).split(LINE_END);
    rest = lines.pop() ?? '';
    lines.forEach(take);
  };
};
