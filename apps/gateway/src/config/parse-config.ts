import { describeIssue } from '@interlingua/core'
import { LineCounter, parseDocument } from 'yaml'
import type * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { configSchema, type FileConfig } from './config-schema.ts'
import { findOffset } from './find-offset.ts'
import { spellPath } from './spell-path.ts'

type Path = readonly PropertyKey[]

/** The text of an `interlingua.yaml`, checked. Each problem is told with file, line, column and path. Throws `ConfigError`. */
export function parseConfig(text: string, file: string): FileConfig {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  if (document.errors.length > 0)
    throw new ConfigError(document.errors.map(({ pos, message }) => `${place(pos[0])}: ${message}`).join('\n'))
  const value: unknown = document.toJS() ?? {}
  const result = configSchema.safeParse(value, { reportInput: true })
  if (result.success) {
    // A file that is cut off, or is just being written, is not one that wants nothing served.
    if (result.data.channels.length === 0 && result.data.demo === undefined)
      throw new ConfigError(
        `${file}:1:1: the file has no channels: a file without any says whether the demo is served (demo: true, or false)`,
      )
    return result.data
  }
  const problems = result.error.issues.flatMap((issue) => spread(issue, []))
  throw new ConfigError(
    problems.map(({ path, message }) => `${place(findOffset(document, path))}: ${spellPath(path)}: ${message}`).join('\n'),
  )
}

interface Problem {
  readonly path: Path
  readonly message: string
}

/** One problem for each unknown key, and for a union those of the branch that came nearest. */
function spread(issue: z.core.$ZodIssue, base: Path): readonly Problem[] {
  const path = [...base, ...issue.path]
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown key' }))
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path, message }))
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.find((branch) => branch.some(({ path: inner, code }) => inner.length > 0 || code === 'unrecognized_keys'))
    if (nearest) return nearest.flatMap((inner) => spread(inner, path))
  }
  const { path: inner, message } = describeIssue(issue)
  return [{ path: [...base, ...inner], message: withHint(issue, message) }]
}

/** What people who write YAML stumble over: a number, a date or a yes that was meant as text. */
function withHint({ code, input }: z.core.$ZodIssue, message: string): string {
  const wantsText = code === 'invalid_value' || (code === 'invalid_type' && message === 'must be a string')
  const isText = typeof input === 'string' || input === undefined || input === null || typeof input === 'object'
  return wantsText && !isText ? `${message} (${String(input)} is a ${typeof input}: put it in quotes)` : message
}
