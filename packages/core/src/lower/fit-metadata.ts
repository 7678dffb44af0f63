import { pointer } from '../pointer.ts'
import type { Pointer } from '../pointer.ts'

const most = { pairs: 16, key: 64, value: 512 } as const

/** Fits metadata to OpenAI's formats: leaves out pairs that are too long, and those after the sixteenth. */
export function fitMetadata(
  metadata: Readonly<Record<string, string>>,
  at: Pointer,
  report: (path: Pointer) => void,
): Readonly<Record<string, string>> {
  const fits = ([key, value]: readonly [string, string]): boolean => key.length <= most.key && value.length <= most.value
  const entries = Object.entries(metadata)
  if (entries.length <= most.pairs && entries.every(fits)) return metadata
  const kept = entries.filter(fits).slice(0, most.pairs)
  const names = new Set(kept.map(([key]) => key))
  for (const [key] of entries) if (!names.has(key)) report(pointer(at, key))
  return Object.fromEntries(kept)
}
