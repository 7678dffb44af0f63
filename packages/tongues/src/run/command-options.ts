import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UseError } from './load-cases.ts'

type Values = Readonly<Record<string, string | boolean | undefined>>

/** Options of a command; throws UseError for one that the command has not. */
export function readOptions(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): { readonly values: Values; readonly positionals: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    // No option here is given more than once.
    return { values: values as Values, positionals }
  } catch (error) {
    throw new UseError(error instanceof Error ? error.message : String(error))
  }
}

/** Number of an option. Throws UseError. */
export function numberOf(values: Values, name: string, fallback: number): number {
  const value = values[name]
  if (value === undefined) return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0) throw new UseError(`--${name} must be a whole number, and is ${JSON.stringify(value)}`)
  return number
}

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** Parts of an option that is a list with commas. */
export function listOf(values: Values, name: string): readonly string[] | undefined {
  return textOf(values, name)
    ?.split(',')
    .map((part) => part.trim())
}
