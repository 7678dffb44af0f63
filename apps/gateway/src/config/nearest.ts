/** Finds the word that a misspelled one was probably meant as; undefined if none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const asked = plain(word)
  if (asked === '') return undefined
  let found: string | undefined
  let least = Math.max(1, Math.floor(asked.length / 3)) + 1
  for (const candidate of candidates) {
    const far = plain(candidate) === asked ? 0 : distance(asked, plain(candidate))
    // Two candidates that are equally near are no help.
    if (far < least) [found, least] = [candidate, far]
    else if (far === least && found !== undefined) found = undefined
  }
  return found
}

/** Word without case and separators: `base_url` is `baseUrl`. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[-_. ]/g, '')
}

/** Number of letters that must be put in, left out, replaced or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swaps ? (before[j - 2] ?? 0) + 1 : Infinity))
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
