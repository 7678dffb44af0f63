/** Lets `most` in at once; the others wait in order. */
export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createGate(most: number): Gate {
  let running = 0
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    // Who is let in takes the place of the one who leaves.
    if (running >= most) await new Promise<void>((next) => waiting.push(next))
    else running++
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
