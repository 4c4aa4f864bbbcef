// Loaded before every command, in plain JavaScript: a Node that is too old cannot read the TypeScript that follows.
const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `O Balcão precisa do Node ${NEEDED} ou mais novo, e este é o ${process.versions.node}: ` +
      'instale-o com `npm ci` e use os comandos pelo npm (por exemplo, `npm start`).\n',
  );
  process.exit(1);
}
