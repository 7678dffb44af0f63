let waiting: (() => void)[] = []

/** Calls `done` once what else has come in was read, together with all that wait for that: answers that go out one after the other cost less. */
export function afterReading(done: () => void): void {
  if (waiting.push(done) === 1) setImmediate(callAll)
}

function callAll(): void {
  const dones = waiting
  waiting = []
  for (const done of dones) done()
}
