import type {TestSequencer, TestSpecification, Vitest} from 'vitest/node';

// Of each project these begin first, the longest before the others: one that began last would run alone, with the other core idle. By
// itself vitest knows how long a file takes only where it ran before, and goes by its size where it did not.
const LONG = [
  'screens,backup,together,lifeCycle,examples,work,drafts,dashboard,journey,words,shell,keyboard,resource,phone,place,calls,process,mail',
  'door,firstHour,words-profiles,parent,main,plan,outage,plans,answers,queueTogether,columns,hostile,kinds,resources,workflow-table,demo',
  'types,lint',
  'filters,form-guard,parts,live-record,queue,property,files-kept,live-list,tickets-unsaved,bulk', 'robots,kill',
].flatMap(names => names.split(','));
/** Vitest goes by the names of projects. These, of short files and one as long as many of them, would end after all the others. */
const FIRST = ['tools', 'faults'];
const placeOf = ({moduleId}: TestSpecification): number => {
  const [, name = ''] = /([^/]+)\.test\.tsx?$/.exec(moduleId) ?? [];
  return LONG.includes(name) ? LONG.indexOf(name) : LONG.length;
};

/** The order in which the files of a run begin. */
export class LongestFirst implements TestSequencer {
  readonly #ctx: Vitest;
  constructor(ctx: Vitest) {
    this.#ctx = ctx;
  }
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#own()).shard(files);
  }
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const own = await this.#own();
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own, which answers a new array
    const sorted = await own.sort(files);
    const {first = [], others = []} = Object.groupBy(sorted, one => (FIRST.includes(one.project.name) ? 'first' : 'others'));
    return [...Map.groupBy([...first, ...others], one => one.project).values()]
      .flatMap(ofProject => ofProject.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
  async #own(): Promise<TestSequencer> {
    const {BaseSequencer} = await import('vitest/node');
    return new BaseSequencer(this.#ctx);
  }
}
