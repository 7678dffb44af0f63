const ends: (() => unknown)[] = []

/** Registers `end` to run after the file's tests, in reverse order; works anywhere: in a test, in a hook or beside them. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}

/** Runs all registered ends, whatever another one throws. */
export async function endAll(): Promise<void> {
  const wrong: unknown[] = []
  for (const end of ends.splice(0).toReversed())
    try {
      await end()
    } catch (error) {
      wrong.push(error)
    }
  if (wrong.length > 0) throw wrong.length === 1 ? wrong[0] : new AggregateError(wrong, wrong.map(String).join('\n'))
}
