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
