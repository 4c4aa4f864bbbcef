/** The fewest bytes by which a program, or what resembles one, is told. */

/** A Windows program whose second header lies `at`, behind bytes that say nothing. */
export const windowsProgram = (at = 0x80, second = 'PE\0\0'): Buffer => {
  const bytes = Buffer.alloc(at + 0x40);
  bytes.write('MZ');
  bytes.writeUInt32LE(at, 0x3C);
  bytes.write(second, at, 'latin1');
  return bytes;
};

/**
 * A compound file whose directory is its sector of that number.
 *
 * @param classId of its root, as it lies there; absent: none, as a document's often is
 */
export const compoundFile = (classId = '00'.repeat(16), number = 0, shift: 9 | 12 = 9): Buffer => {
  const sector = 2 ** shift;
  const bytes = Buffer.alloc((number + 2) * sector);
  bytes.write('D0CF11E0A1B11AE1', 'hex');
  bytes.writeUInt16LE(shift, 0x1E);
  bytes.writeUInt32LE(number, 0x30);
  bytes.write(classId, (number + 1) * sector + 80, 'hex');
  return bytes;
};
export const INSTALLER = '84100c0000000000c000000000000046';
export const WORKBOOK = '2008020000000000c000000000000046';
