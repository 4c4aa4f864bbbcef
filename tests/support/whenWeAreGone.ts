import {spawn} from 'node:child_process';

/**
 * Runs a shell script when this process is gone, however it went: a run that is broken off ends its workers without a word,
 * and what they started or mounted would stay. The shell waits for the end of a pipe that only this process holds.
 *
 * @param args of the script, from `$0`
 * @returns what calls it off
 */
export const whenWeAreGone = (script: string, ...args: readonly string[]): (() => void) => {
  const guard = spawn('sh', ['-c', `read -r nothing\n${script}`, ...args], {cwd: '/', stdio: ['pipe', 'ignore', 'ignore'], detached: true});
  guard.unref();
  return () => void guard.kill();
};
