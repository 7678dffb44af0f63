/** Waits until `fact` holds; fails after `patience` milliseconds: as many as a machine that does much else may need, since a fact that holds costs none of them. */
export async function waitFor(fact: () => boolean | Promise<boolean>, patience = 20_000): Promise<void> {
  const end = Date.now() + patience
  while (!(await fact())) {
    if (Date.now() > end) throw new Error(`waited ${patience} ms in vain for: ${fact.toString()}`)
    await new Promise((done) => setTimeout(done, 5))
  }
}
