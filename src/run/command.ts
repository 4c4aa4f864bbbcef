import {isSentence} from '../server/sentence.ts';

/**
 * Ends this process as SIGTERM would when npm is gone. npm hands signals to the shell it started, and the shell dies
 * without telling its child: `kill {npm start}` would leave a server on its port.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/**
 * Runs a command and ends the process with code 1 when it fails.
 * A plain `Error` is a mistake somebody can correct (environment, config, build): its message is the whole output.
 * Anything else is a bug and is shown with its stack.
 */
export async function command(task: () => Promise<void>): Promise<void> {
  endWithNpm();
  try {
    await task();
  } catch (error) {
    process.stderr.write(`${isSentence(error) ? error.message : stack(error)}\n`);
    // Not only the exit code: a half-started server would keep the process alive.
    process.exit(1);
  }
}

function stack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
