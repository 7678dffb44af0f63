/** Characters of a path, or of a part of one, that are compared: nobody mistypes more. */
const longest = 100

/**
 * The path of `served` that `path` looks most like: the one with which it ends (whoever gave the whole address of an endpoint as the base
 * address gets it twice), else the one that differs in a few characters.
 */
export function nearestPath(path: string, served: readonly string[]): string | undefined {
  const asked = path.slice(0, longest)
  const end = served.filter((one) => asked.endsWith(one.slice(one.indexOf('/', 1)))).toSorted((a, b) => b.length - a.length)[0]
  if (end !== undefined) return end
  let best: { readonly path: string; readonly distance: number } | undefined
  for (const one of served) {
    const distance = distanceOf(asked.toLowerCase(), one.toLowerCase())
    if (distance <= one.length / 4 && (best === undefined || distance < best.distance)) best = { path: one, distance }
  }
  return best?.path
}

/** How many characters are to be put in, left out or changed. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let at = 1; at <= a.length; at++) {
    const next = [at]
    for (let index = 1; index <= b.length; index++) {
      const changed = (row[index - 1] ?? 0) + (a[at - 1] === b[index - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
