/** Waits until `fact` holds; fails after `timeoutMs` milliseconds, which are enough for a busy machine and cost nothing when the fact holds. */
export async function waitFor(fact: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await fact())) {
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain for: ${fact.toString()}`)
    await new Promise((done) => setTimeout(done, 5))
  }
}
