import type { ModelProfile } from './model-profile.ts'

/** First profile whose pattern fits `model`; `undefined` if none does: nothing is known then, and nothing is restricted. */
export function findModelProfile<P extends Pick<ModelProfile, 'pattern'>>(profiles: readonly P[], model: string): P | undefined {
  return profiles.find((profile) => fits(profile.pattern, model))
}

/** Glob match in linear time: the pieces between the stars must occur in order. */
function fits(pattern: string, model: string): boolean {
  const star = pattern.indexOf('*')
  if (star === -1) return model === pattern
  // Most patterns fail here, and each request walks the whole table.
  const first = pattern.slice(0, star)
  if (!model.startsWith(first)) return false
  const pieces = pattern.split('*')
  const last = pieces[pieces.length - 1] ?? ''
  let from = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = model.indexOf(piece, from)
    if (found === -1) return false
    from = found + piece.length
  }
  return model.length - last.length >= from && model.endsWith(last)
}
