const ends: (() => unknown)[] = []

/** Does `end` after the file's tests, the last that was said first, wherever it is said: in a test, in a hook or beside them. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}

/** Does what was to be done at the end. Each is done, whatever another throws. */
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
