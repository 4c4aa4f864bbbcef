// `npm run demo`: `npm start` with DEMO=1, in a way every shell understands.
process.env.DEMO = '1';
await import('./start.ts');
