import type { Judged } from '../vendor-rule.ts'

/** A Claude model by its id: the line and the version (4.5 for `claude-sonnet-4-5-20250929`). */
export interface Claude {
  readonly line: string
  readonly version: number
}

/** The Claude model of a request, spelled with hyphens or dots; `undefined` for any other model and for an id without a number. */
export function claudeOf({ model: { id, family } }: Judged): Claude | undefined {
  if (family !== 'claude') return undefined
  const newer = /^claude-([a-z]+)-(\d+)(?:[-.](\d{1,2}))?(?!\d)/.exec(id)
  if (newer) return claude(newer[1], newer[2], newer[3])
  const older = /^claude-(\d)(?:[-.](\d))?-([a-z]+)/.exec(id)
  return older ? claude(older[3], older[1], older[2]) : undefined
}

function claude(line = '', major = '', minor = '0'): Claude {
  return { line, version: Number(`${major}.${minor}`) }
}

/** True for a model of this line and version: `is(claude, 'opus', 5.5)`. */
export function is({ line, version }: Claude, name: string, ...versions: readonly number[]): boolean {
  return line === name && versions.includes(version)
}

export const effortsOfAll = ['low', 'medium', 'high', 'xhigh', 'max'] as const

/** The efforts that a Claude model takes; empty where it refuses the field. */
export function effortsOf(claude: Claude): readonly string[] {
  const { line, version } = claude
  if (version >= 4.7) return effortsOfAll
  if (version === 4.6) return ['low', 'medium', 'high', 'max']
  return line === 'opus' && version === 4.5 ? ['low', 'medium', 'high'] : []
}

/** The modes of thinking that a Claude model refuses. */
export function refusedThinking(claude: Claude): readonly string[] {
  const { line, version } = claude
  if (line === 'fable' || line === 'mythos' || is(claude, 'opus', 5.5) || is(claude, 'sonnet', 5.5)) return ['enabled', 'disabled']
  if (version >= 4.7) return ['enabled']
  return version >= 4.6 ? [] : ['adaptive']
}

/** The largest number of output tokens. */
export function maxOutputOf({ line, version }: Claude): number | undefined {
  if (version >= 4.6) return 128_000
  if (version === 4.5 || (line === 'sonnet' && version === 4)) return 64_000
  return line === 'opus' && version >= 4 ? 32_000 : undefined
}
