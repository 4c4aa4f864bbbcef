/** A document that came and cannot be shown. Its message is for who wanted to read it. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}
