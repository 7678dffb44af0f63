/** Counts of the test file that runs, by names that the end of a run shows with their sums. */
const counts = new Map<string, number>()

/** Adds to a count of the file whose tests run. */
export function countInFile(name: string, more: number): void {
  counts.set(name, (counts.get(name) ?? 0) + more)
}

/** Counts since the last call, which the file's end hands to the reporter. */
export function takeCounts(): Readonly<Record<string, number>> {
  const taken = Object.fromEntries(counts)
  counts.clear()
  return taken
}
