/**
 * Loaded ahead of the product in a maintainer's clone: the portal it builds is compressed quickly instead of as far as it goes, which is
 * a quarter of a build. What the files weigh is asked of the product's own build alone (tests/e2e/weight.test.ts).
 */
import {syncBuiltinESMExports} from 'node:module';
import zlib, {type BrotliOptions, type CompressCallback, type InputType} from 'node:zlib';

const QUALITY = 4;
const {brotliCompress, constants} = zlib;
const quick = (bytes: InputType, options: BrotliOptions, done: CompressCallback): void =>
  brotliCompress(bytes, {...options, params: {...options.params, [constants.BROTLI_PARAM_QUALITY]: QUALITY}}, done);
Object.assign(zlib, {brotliCompress: quick});
syncBuiltinESMExports();
