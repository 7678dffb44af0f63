import type { Judged } from '../vendor-rule.ts'

/** A model of OpenAI's by its id. */
export interface Gpt {
  readonly id: string
  /** The version, 5.6 for `gpt-5.6-sol`; `undefined` for the o-series. */
  readonly version?: number
  readonly reasons: boolean
}

/** The OpenAI model of a request; `undefined` for any other model. */
export function gptOf({ model: { id, family } }: Judged): Gpt | undefined {
  if (family !== 'gpt') return undefined
  const [, major, minor = '0'] = /^gpt-(\d+)(?:\.(\d+))?/.exec(id) ?? []
  if (major === undefined) return { id, reasons: /^o[134](?:-|$)/.test(id) }
  const version = Number(`${major}.${minor}`)
  return { id, version, reasons: version >= 5 && !/-chat|-search/.test(id) }
}

/** The efforts that a model takes; empty where it refuses the field, `undefined` where they are not known. */
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

/** True for a model that cannot switch reasoning off. */
function alwaysReasons(id: string): boolean {
  return id.startsWith('gpt-6-astra') || id.startsWith('gpt-6.1')
}

/** The largest number of output tokens. */
export function maxOutputOf({ id, version, reasons }: Gpt): number | undefined {
  if (version === undefined) return reasons ? 100_000 : undefined
  if (reasons) return 128_000
  if (version === 4.1) return 32_768
  return id.startsWith('gpt-4o') ? 16_384 : undefined
}

/** True for a model that takes cache marks. */
export function takesCacheMarks({ id, version = 0 }: Gpt): boolean {
  return version >= 5.6 && !id.includes('terra')
}
