import type { Json } from '@interlingua/core'
import type * as z from 'zod'
import { ConsoleError } from '../console-error.ts'

/** Reads a body by its schema. Throws a `ConsoleError` at the first member that does not fit. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: Json | undefined): z.output<Schema> {
  if (body === undefined) throw new ConsoleError('invalid-request', 'The body is missing: send JSON.')
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = (issue?.path ?? []).map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  throw new ConsoleError('invalid-request', `${field === '' ? 'the body' : field}: ${wordsOf(issue)}`, { field })
}

/** Words of an issue: those of the schema, or plain ones in place of the validator's own. */
function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return `there is no member ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
  if (issue === undefined || issue.message.startsWith('Invalid')) return 'this is missing, or of another type'
  return issue.message
}

/** Reads a whole number from the query. Throws a `ConsoleError` if it is none, or outside its limits. */
export function readCount(query: URLSearchParams, name: string, usual: number, most: number): number {
  const text = query.get(name)
  if (text === null) return usual
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= most) return count
  throw new ConsoleError('invalid-request', `${name}: expected a number from 1 to ${most}`, { field: name })
}

/** Throws a `ConsoleError` for a parameter that there is not, since a misspelt filter would show too much. */
export function refuseUnknown(query: URLSearchParams, names: readonly string[]): void {
  for (const name of query.keys())
    if (!names.includes(name))
      throw new ConsoleError('invalid-request', `${name}: there is no such parameter; there are ${names.join(', ')}`, { field: name })
}
