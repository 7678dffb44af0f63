/** A path that an error names, from the outermost segment on. */
export type NamedPath = readonly string[]

/** Length of an error's words that is searched, in characters; an error may quote half of a request. */
const longest = 4000
/** Number of paths that are tried. */
const most = 12

/** `messages.0.content.1`, `input[0].content`, `tools['a'].name`; at least two segments, or a single word in quotes or before a colon. */
const dotted = /(?<![\w$-])[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[\d+\]|\['[^'\]]{1,200}'\]|\["[^"\]]{1,200}"\])+/g
const quoted = /[`'"]([A-Za-z_]\w*)[`'"]/g
const leading = /^\W*([A-Za-z_]\w*)\s*:/
const segment = /[^.[\]'"]+/g

/**
 * Paths of fields that an error's words name, the most path-like first: `messages.0.content.1: …`, `Invalid
 * 'input[0].content[1].image_url'`, `* GenerateContentRequest.contents[0].parts: …`, `` `temperature` is … ``. Linear, and bounded.
 */
export function namedPaths(words: string): readonly NamedPath[] {
  const text = words.slice(0, longest)
  const found: NamedPath[] = []
  for (const [path] of text.matchAll(dotted)) {
    found.push(segmentsOf(path))
    if (found.length === most) return found
  }
  const lead = leading.exec(text)?.[1]
  if (lead !== undefined) found.push([lead])
  for (const [, word] of text.matchAll(quoted)) {
    if (found.length >= most) break
    if (word !== undefined) found.push([word])
  }
  return found
}

/** `messages[0].content` as its segments. */
export function segmentsOf(path: string): NamedPath {
  return path.match(segment) ?? []
}
