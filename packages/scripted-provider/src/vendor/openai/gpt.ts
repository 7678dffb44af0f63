import type { Judged } from '../vendor-rule.ts'

/** One of OpenAI's models by its id. */
export interface Gpt {
  readonly id: string
  /** 5.6 of `gpt-5.6-sol`; undefined for the o-series. */
  readonly version?: number
  readonly reasons: boolean
}

/** The model that a request is for; undefined where it is none of OpenAI's. */
export function gptOf({ model: { id, family } }: Judged): Gpt | undefined {
  if (family !== 'gpt') return undefined
  const [, major, minor = '0'] = /^gpt-(\d+)(?:\.(\d+))?/.exec(id) ?? []
  if (major === undefined) return { id, reasons: /^o[134](?:-|$)/.test(id) }
  const version = Number(`${major}.${minor}`)
  return { id, version, reasons: version >= 5 && !/-chat|-search/.test(id) }
}

/** The efforts that a model takes; none: the field is refused; undefined: not known. */
export function effortsOf({ id, version, reasons }: Gpt): readonly string[] | undefined {
  if (/^o1-(?:mini|preview)/.test(id)) return []
  if (version === undefined) return reasons ? ['low', 'medium', 'high'] : undefined
  if (version < 5) return []
  if (!reasons) return undefined
  const all = ['low', 'medium', 'high', 'xhigh', 'max']
  if (/-pro/.test(id)) return version === 5 ? ['high'] : ['medium', 'high', 'xhigh']
  if (/-codex/.test(id)) return version < 5.2 && !/codex-max/.test(id) ? all.slice(0, 3) : all.slice(0, 4)
  if (version === 5) return ['minimal', 'low', 'medium', 'high']
  if (version === 5.1) return ['none', 'low', 'medium', 'high']
  if (version < 5.6) return ['none', ...all.slice(0, 4)]
  return alwaysReasons(id) ? all : ['none', ...all]
}

/** Whether it cannot be told not to reason. */
function alwaysReasons(id: string): boolean {
  return id.startsWith('gpt-6-astra') || id.startsWith('gpt-6.1')
}

/** The most tokens of an answer. */
export function maxOutputOf({ id, version, reasons }: Gpt): number | undefined {
  if (version === undefined) return reasons ? 100_000 : undefined
  if (reasons) return 128_000
  if (version === 4.1) return 32_768
  return id.startsWith('gpt-4o') ? 16_384 : undefined
}

/** Whether it knows marks of what to cache. */
export function takesCacheMarks({ id, version = 0 }: Gpt): boolean {
  return version >= 5.6 && !id.includes('terra')
}
