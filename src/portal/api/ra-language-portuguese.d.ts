// The package has no types.
declare module 'ra-language-portuguese' {
  const messages: {ra: Record<string, unknown>};
  export default messages;
}
