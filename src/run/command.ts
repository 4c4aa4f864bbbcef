import {isOperatorError} from '../server/operatorError.ts';

/**
 * Ends this process by SIGTERM when npm is gone. npm signals its shell, which dies without signalling its child. `kill {npm start}` would
 * leave a server on its port.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

/**
 * Runs a command and ends the process with code 1 when it fails. A plain `Error` is a correctable mistake (environment, config, build) and
 * is printed as its message; anything else is a bug and is printed with its stack.
 */
export async function runAsCommand(task: () => Promise<void>): Promise<void> {
  endWithNpm();
  try {
    await task();
  } catch (error) {
    process.stderr.write(`${isOperatorError(error) ? error.message : stack(error)}\n`);
    // Exits explicitly, because a half-started server would keep the process alive.
    process.exit(1);
  }
}

function stack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
