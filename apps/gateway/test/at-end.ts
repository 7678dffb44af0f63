import { afterAll } from 'vitest'

const ends: (() => unknown)[] = []

// Once a file's tests run, `afterAll` takes nothing more, and says nothing of it: this one was there before.
afterAll(async () => {
  const wrong: unknown[] = []
  for (const end of ends.splice(0).toReversed())
    try {
      await end()
    } catch (error) {
      wrong.push(error)
    }
  if (wrong.length > 0) throw wrong.length === 1 ? wrong[0] : new AggregateError(wrong, wrong.map(String).join('\n'))
}, 120_000)

/** Does `end` after the file's tests, the last that was said first, wherever it is said: in a test, in a hook or beside them. */
export function atEnd(end: () => unknown): void {
  ends.push(end)
}
