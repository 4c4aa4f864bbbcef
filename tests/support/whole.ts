/** What tests read of the suite they are in: `npm run test:all` takes the long walks, of which `npm test` makes short ones. */
export const EVERYTHING = {BALCAO_TESTS: 'all'};
export const WHOLE = process.env['BALCAO_TESTS'] === EVERYTHING.BALCAO_TESTS;
