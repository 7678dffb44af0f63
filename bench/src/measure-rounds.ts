import { median } from './median.ts'

export interface Subject {
  readonly name: string
  /** Does the work once and returns something that depends on all of it, so that no compiler can leave it out. */
  readonly run: () => number
}

export interface Measured {
  /** Median CPU of one run, in microseconds. */
  readonly micros: number
  /** Median of each round, for ratios within a round. */
  readonly rounds: readonly number[]
}

/**
 * Measures CPU of this process for one run of each subject, garbage collection included. The subjects take turns in every round, so that a
 * slow minute of the machine affects all.
 */
export function measureRounds(subjects: readonly Subject[], rounds: number, batchMillis: number): ReadonlyMap<string, Measured> {
  const sizes = new Map(subjects.map((subject) => [subject.name, batchSize(subject, batchMillis)]))
  const samples = new Map<string, number[]>(subjects.map((subject) => [subject.name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      const subject = subjects[(turn + round) % subjects.length]
      if (subject !== undefined) samples.get(subject.name)?.push(batch(subject, sizes.get(subject.name) ?? 1))
    }
  }
  return new Map([...samples].map(([name, values]) => [name, { micros: median(values), rounds: values }]))
}

let sink = 0

function batch(subject: Subject, size: number): number {
  const before = process.cpuUsage()
  for (let i = 0; i < size; i++) sink = (sink + subject.run()) | 0
  const used = process.cpuUsage(before)
  return (used.user + used.system) / size
}

/** Runs the subject until its code is compiled, and finds how many runs fill a batch. */
function batchSize(subject: Subject, batchMillis: number): number {
  let size = 1
  let warm = 0
  for (;;) {
    const micros = batch(subject, size) * size
    warm += micros
    if (micros < batchMillis * 1000) size *= micros < batchMillis * 100 ? 8 : 2
    else if (warm >= warmMillis * 1000) return size
  }
}

/** The last tier of the compiler comes after some tens of thousands of calls. */
const warmMillis = 220
