import fc from 'fast-check'

/** The pieces of `text` between the given cuts (fractions of its length). */
export function cutText(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.map((cut) => Math.floor(cut * (text.length + 1))).toSorted((a, b) => a - b), text.length]
  return places.slice(1).map((to, index) => text.slice(places[index], to))
}

export const arbitraryCuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
