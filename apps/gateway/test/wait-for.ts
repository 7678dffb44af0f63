/** Waits until `fact` holds; fails after `patience` milliseconds, which on a machine that has much else to do are soon over. */
export async function waitFor(fact: () => boolean | Promise<boolean>, patience = 15_000): Promise<void> {
  const end = Date.now() + patience
  while (!(await fact())) {
    if (Date.now() > end) throw new Error(`waited ${patience} ms in vain for: ${fact.toString()}`)
    await new Promise((done) => setTimeout(done, 5))
  }
}
