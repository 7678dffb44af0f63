import { isMap, isNode, isPair, isScalar, LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { configSchema, type FileConfig } from './config-schema.ts'

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
  const result = configSchema.safeParse(document.toJS() ?? {})
  if (result.success) return result.data
  const problems = result.error.issues.flatMap((issue) => spread(issue, []))
  throw new ConfigError(problems.map(({ path, message }) => `${place(findOffset(document, path))}: ${spell(path)}: ${message}`).join('\n'))
}

interface Problem {
  readonly path: Path
  readonly message: string
}

/** One problem for each unknown key, and for a union those of the branch that came nearest. */
function spread(issue: z.core.$ZodIssue, base: Path): readonly Problem[] {
  const path = [...base, ...issue.path]
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown key' }))
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.find((branch) => branch.some(({ path: inner, code }) => inner.length > 0 || code === 'unrecognized_keys'))
    if (nearest) return nearest.flatMap((inner) => spread(inner, path))
    return [
      {
        path,
        message:
          issue.errors
            .flat()
            .map((inner) => inner.message)
            .join(', or: ') || issue.message,
      },
    ]
  }
  return [{ path, message: issue.message }]
}

/** Where a path stands in the text: its key, or what is nearest to it where the key is missing. */
function findOffset(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1]
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
      if (pair && isScalar(pair.key) && pair.key.range) return pair.key.range[0]
    }
    const node: unknown = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function spell(path: Path): string {
  if (path.length === 0) return 'the file'
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )
}
