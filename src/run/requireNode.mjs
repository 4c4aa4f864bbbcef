// Loaded before every command, in plain JavaScript: a Node that is too old cannot read the TypeScript that follows.
import module from 'node:module';
import {fileURLToPath} from 'node:url';

const NEEDED = 24;

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    `O Balcão precisa do Node ${NEEDED} ou mais novo, e este é o ${process.versions.node}: ` +
      'use os comandos pelo npm depois de `npm ci` (por exemplo, `npm start`), que o traz para Linux e Windows, ou instale-o.\n',
  );
  process.exit(1);
}

// What Node made of the sources is kept for the next start, which takes a third less: beside the built portal. Where nobody may
// write, nothing is kept. Each thread of the command comes by here.
module.enableCompileCache(fileURLToPath(new URL('../../dist/compilado', import.meta.url)));
