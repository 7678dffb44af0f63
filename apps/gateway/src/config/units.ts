import * as z from 'zod'

const seconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const bytes: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

interface DurationBounds {
  /** Seconds, included. */
  readonly min: number
  readonly max: number
  /** True for times of days, for which a number without a unit would be read as days by one and as seconds by another. */
  readonly unit?: true
}

/** Schema of a time: `10s`, `5m`, `90d`, or a number of seconds. Its output is seconds. */
export function duration({ min, max, unit }: DurationBounds): z.ZodType<number> {
  const form = unit ? 'must be a time with its unit, such as 12h or 30d' : 'must be a time such as 10s or 5m, or a number of seconds'
  const text = { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s|m|h|d|w)$' }
  return amount(
    (input) => (unit && typeof input === 'number' ? undefined : read(input, seconds)),
    { min, max, form, say: formatDuration },
    unit ? text : { anyOf: [{ type: 'number', minimum: min, maximum: max }, text] },
  )
}

/** Schema of a size: `32MiB`, or a number of bytes. Its output is bytes. */
export function size({ min = 1, max = Number.MAX_SAFE_INTEGER }: { readonly min?: number; readonly max?: number } = {}): z.ZodType<number> {
  return amount(
    (input) => {
      const count = read(input, bytes)
      return count === undefined || typeof input === 'string' ? count && Math.round(count) : Number.isInteger(count) ? count : undefined
    },
    { min, max, form: 'must be a size such as 32MiB, or a whole number of bytes', say: String },
    {
      anyOf: [
        { type: 'integer', minimum: min, maximum: max },
        { type: 'string', pattern: '^\\d+(\\.\\d+)?(B|KiB|MiB|GiB)$' },
      ],
    },
  )
}

interface AmountRule {
  readonly min: number
  readonly max: number
  /** Sentence about values that are no amount. */
  readonly form: string
  /** Formats a bound. */
  readonly say: (bound: number) => string
}

function amount(
  readAmount: (input: unknown) => number | undefined,
  { min, max, form, say }: AmountRule,
  schema: Readonly<Record<string, unknown>>,
): z.ZodType<number> {
  return z
    .unknown()
    .transform((input, context): number => {
      const value = readAmount(input)
      const problem =
        value === undefined ? form : value < min ? `must be at least ${say(min)}` : value > max ? `must be at most ${say(max)}` : undefined
      if (problem === undefined) return value ?? min
      context.issues.push({ code: 'custom', message: problem, input })
      return z.NEVER
    })
    .meta({ ...schema })
}

/** Reads a number, or a text of a number and a unit; undefined for anything else. */
function read(input: unknown, units: Readonly<Record<string, number>>): number | undefined {
  if (typeof input === 'number') return Number.isFinite(input) ? input : undefined
  if (typeof input !== 'string') return undefined
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/.exec(input) ?? []
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  return factor === undefined ? undefined : Number((Number(count) * factor).toPrecision(15))
}

/** Formats seconds by the largest unit that leaves a whole number: `90d`, `1h`, or `0`. */
export function formatDuration(value: number): string {
  if (value === 0) return '0'
  for (const [unit, factor] of Object.entries(seconds).toReversed()) if (Number.isInteger(value / factor)) return `${value / factor}${unit}`
  return `${value}s`
}
