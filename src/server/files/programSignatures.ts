/** Detects programs under any file name, by the signatures that the operating system looks for. */

/** Bytes of the beginning that are enough to detect a file's type. */
export const SIGNATURE_HEAD_BYTES = 4100;

/** Types that run when opened, as `file-type` names them. A denylist: an unknown type passes. */
const PROGRAM_TYPES = new Set<string>(['elf', 'macho', 'lnk', 'class', 'jar', 'apk', 'deb', 'rpm', 'chm', 'reg']);
const SHEBANG = /^#! ?\//;

export const hasProgramSignature = async (head: Buffer): Promise<boolean> => {
  if (SHEBANG.test(head.toString('latin1', 0, 4))) return true;
  const {fileTypeFromBuffer} = await import('file-type');
  return PROGRAM_TYPES.has((await fileTypeFromBuffer(head))?.ext ?? '');
};

/** Position of the bytes that distinguish a program from a document with the same beginning. */
interface Signature {
  offset: number;
  size: number;
  isProgram: (bytes: Buffer) => boolean;
}

/** Windows: `MZ`, and a second signature at the offset that the first header names. A text that begins with `MZ` lacks it. */
const windowsSignature = (head: Buffer): Signature | undefined => {
  if (head.toString('latin1', 0, 2) !== 'MZ' || head.length < 0x40) return undefined;
  return {offset: head.readUInt32LE(0x3C), size: 4, isProgram: bytes => /^(?:PE\0\0|NE|LE|LX)/.test(bytes.toString('latin1'))};
};

const COMPOUND_MAGIC = Buffer.from('D0CF11E0A1B11AE1', 'hex');
/** Class ids of Windows Installer files: transforms, packages and patches, {000C108x-0000-0000-C000-000000000046}. */
const INSTALLER_CLASS_IDS = ['82', '84', '86'].map(kind => `${kind}100c0000000000c000000000000046`);
/**
 * The class id of the root, the first directory entry, says whether a compound file (MS-CFB) is an installer or a document. Office
 * documents with macros or a password are compound files too.
 */
const compoundSignature = (head: Buffer): Signature | undefined => {
  if (!head.subarray(0, COMPOUND_MAGIC.length).equals(COMPOUND_MAGIC) || head.length < 0x34) return undefined;
  const sector = {9: 512, 12: 4096}[head.readUInt16LE(0x1E)];
  if (sector === undefined) return undefined;
  return {
    offset: (head.readUInt32LE(0x30) + 1) * sector + 80, size: 16, isProgram: bytes => INSTALLER_CLASS_IDS.includes(bytes.toString('hex')),
  };
};

/**
 * Passes a file on and checks the distinguishing bytes as they stream by.
 *
 * @param refusal error thrown in place of the bytes that reveal a program
 */
export async function* refuseHiddenProgram(head: Buffer, bytes: AsyncIterable<Buffer>, refusal: () => Error): AsyncGenerator<Buffer> {
  const signature = windowsSignature(head) ?? compoundSignature(head);
  let collected = Buffer.alloc(0);
  let position = 0;
  for await (const chunk of bytes) {
    if (signature !== undefined && collected.length < signature.size) {
      const [from, to] = [signature.offset - position, signature.offset + signature.size - position].map(bound => Math.max(bound, 0));
      collected = Buffer.concat([collected, chunk.subarray(from, to)]);
      if (collected.length === signature.size && signature.isProgram(collected)) throw refusal();
    }
    position += chunk.length;
    yield chunk;
  }
}
