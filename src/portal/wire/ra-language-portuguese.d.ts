// The package brings no types of its own.
declare module 'ra-language-portuguese' {
  const messages: {ra: Record<string, unknown>};
  export default messages;
}
