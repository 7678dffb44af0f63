const words =
  'the build reads each file once and keeps an index of what it saw so that a later run only touches what has changed since then'.split(' ')

/** Prose of about `length` characters, always the same for a `seed`, so that benches of different days read the same bytes. */
export function sampleText(length: number, seed: number): string {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const word = words[(state >>> 16) % words.length]
    // Line breaks, quotes and letters outside ASCII now and then, as in source code and logs.
    text += state % 17 === 0 ? `${word},\n` : state % 23 === 0 ? `"${word}" ` : state % 41 === 0 ? `${word} – ` : `${word} `
  }
  return text.slice(0, length)
}
