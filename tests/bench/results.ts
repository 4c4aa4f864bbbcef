/** What a run finds out. Times are the machine's; their ratios are the product's. */

/** Milliseconds. */
export interface Delay {
  p50: number;
  p95: number;
}
/** One process and one call. Milliseconds. */
export interface Cost extends Delay {
  /** CPU of the process, for each request. */
  cpu: number;
  /** Statements sent to the database, for each request; none that the embedded one could be seen to get. */
  statements: number;
}
/** Many at once. */
export interface Throughput {
  /** Requests per second. */
  rate: number;
  /** Milliseconds of CPU for each request: of the process, and of the database's own where they can be read. */
  cpu: number;
  databaseCpu: number | null;
}
/** What those cost who look on, while records change. */
export interface Watched extends Delay {
  /** How much of a core all of them take, beside what the changes take. */
  cpu: number;
  /** Kilobytes that each takes, more than a bare stream does. */
  memory: number | null;
}
/** What the product costs, and the limit where there is one. */
export interface Beside<T> {
  product: T;
  limit: T | null;
}

/** By place: its number of tickets, or {@link EMBEDDED}. */
type ByPlace<T> = Record<string, T>;
export const EMBEDDED = 'embutido';
/** Tickets in it, at most. */
export const EMBEDDED_SIZE = 100_000;

export interface Results {
  /** yyyy-mm-dd */
  data: string;
  versoes: Record<string, string>;
  nucleos: number;
  /** By call. */
  chamadas: Record<string, ByPlace<Beside<Cost>>>;
  carga: ByPlace<Beside<Throughput>>;
  /** From a change until somebody who looks on hears of it. */
  eventos: ByPlace<Watched>;
  /** By the number of processes, in front of the largest database. */
  processos: Record<string, Throughput>;
  /** Megabytes, when started and after the load. */
  memoria: ByPlace<Beside<{inicio: number; fim: number}>>;
  /** Milliseconds to the first answer. */
  inicio: Record<string, number>;
  /** Works that are compared with others, as ratios. */
  trabalhos: Record<string, number>;
}
