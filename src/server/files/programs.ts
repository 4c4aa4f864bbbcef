/** Programs whatever they are called, by what the system that would run them looks for; what only resembles one is none. */

/** Bytes of the beginning that tell a file's real type. */
export const HEAD = 4100;

/** Kinds that run when somebody opens them, as `file-type` tells them. A negative test only: a type that is not recognised passes. */
const PROGRAMS = new Set<string>(['elf', 'macho', 'lnk', 'class', 'jar', 'apk', 'deb', 'rpm', 'chm', 'reg']);
const SCRIPT = /^#! ?\//;

/** Whether the first bytes alone are those of a program. */
export const beginsAsProgram = async (head: Buffer): Promise<boolean> => {
  if (SCRIPT.test(head.toString('latin1', 0, 4))) return true;
  // Loaded by the first file, not by every start.
  const {fileTypeFromBuffer} = await import('file-type');
  return PROGRAMS.has((await fileTypeFromBuffer(head))?.ext ?? '');
};

/** Bytes further on that tell a program from what begins alike. */
interface Mark {
  at: number;
  size: number;
  isProgram: (bytes: Buffer) => boolean;
}

/** Windows: two letters, and at the place that the first header names a second one, which a text that begins with them has not. */
const windowsMark = (head: Buffer): Mark | undefined => {
  if (head.toString('latin1', 0, 2) !== 'MZ' || head.length < 0x40) return undefined;
  return {at: head.readUInt32LE(0x3C), size: 4, isProgram: bytes => /^(?:PE\0\0|NE|LE|LX)/.test(bytes.toString('latin1'))};
};

const COMPOUND = Buffer.from('D0CF11E0A1B11AE1', 'hex');
/** Class ids of what Windows Installer runs: transforms, packages and patches, {000C108x-0000-0000-C000-000000000046}. */
const INSTALLERS = ['82', '84', '86'].map(kind => `${kind}100c0000000000c000000000000046`);
/**
 * A compound file (MS-CFB) is an installer or a document by the class id of its root, the first entry of the directory. Office documents,
 * with macros or a password too, are such files under many names.
 */
const compoundMark = (head: Buffer): Mark | undefined => {
  if (!head.subarray(0, COMPOUND.length).equals(COMPOUND) || head.length < 0x34) return undefined;
  const sector = {9: 512, 12: 4096}[head.readUInt16LE(0x1E)];
  if (sector === undefined) return undefined;
  return {
    at: (head.readUInt32LE(0x30) + 1) * sector + 80, size: 16, isProgram: bytes => INSTALLERS.includes(bytes.toString('hex')),
  };
};

/**
 * Passes a file on, and looks at what lies beyond its first bytes as it streams by.
 *
 * @param refusal thrown in place of the bytes that show it to be a program
 */
export async function* withoutProgram(head: Buffer, bytes: AsyncIterable<Buffer>, refusal: () => Error): AsyncGenerator<Buffer> {
  const mark = windowsMark(head) ?? compoundMark(head);
  let found = Buffer.alloc(0);
  let at = 0;
  for await (const chunk of bytes) {
    if (mark !== undefined && found.length < mark.size) {
      const [from, to] = [mark.at - at, mark.at + mark.size - at].map(one => Math.max(one, 0));
      found = Buffer.concat([found, chunk.subarray(from, to)]);
      if (found.length === mark.size && mark.isProgram(found)) throw refusal();
    }
    at += chunk.length;
    yield chunk;
  }
}
